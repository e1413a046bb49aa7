/**
 * Documents of the site go over into each other without a flash, where motion is wanted. Every document of ours says so: a
 * browser reports an error in one that does not and that follows one that does.
 */
export const crossing = `@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
::view-transition-old(root),::view-transition-new(root){animation-duration:.15s}`;
