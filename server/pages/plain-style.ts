/** How a page looks that stands between this site and another: it loads nothing. */
export const plainStyle = `body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:#1d2733;background:#f5f7f9}
main{max-width:28rem;margin:15vh auto 0;padding:2rem 1.5rem;text-align:center}
h1{font-size:1.5rem;line-height:1.2;margin:0 0 .5rem}
a,button{box-sizing:border-box;margin-top:1rem;min-height:3rem;padding:0 1.5rem;border:0;border-radius:.5rem;font:inherit;font-weight:600;color:#fff;background:#1d2733;cursor:pointer}
a{display:inline-flex;align-items:center;margin-inline:.25rem;text-decoration:none}
a+a{color:#1d2733;background:none;box-shadow:inset 0 0 0 1px #1d2733}
a:focus-visible,button:focus-visible{outline:3px solid #2f6fed;outline-offset:2px}`;
