/**
 * A cookie that says that somebody is signed in on this device, for what the menu says. It opens nothing: who is signed in,
 * the session alone tells.
 */
export const signedInCookie = "signed-in";
