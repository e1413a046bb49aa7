/**
 * A cookie that says that somebody is signed in on this device, for what the menu says. It opens nothing: who is signed in,
 * the session alone tells.
 */
export const signedInCookie = "signed-in";

/** Where a browser is led to sign in at the brand's identity provider, and to be signed out there. */
export const identityAddresses = { begin: "/api/identity", end: "/api/identity/end" } as const;
