import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { CompiledSite } from "../../schemas/engine/evaluate.ts";
import DialogShell from "../flow/FlowDialogShell.tsx";
import { forgetSignedIn } from "../page/signed-in.ts";

/**
 * The form with which people sign in, over any page whose address asks for it: the page itself is the same for everybody.
 * The form's own page leads whoever is signed in already to where they were going.
 */
export default function SignInDialog({ to, flow, parameter, returns }: NonNullable<CompiledSite["signIn"]>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const opener = useRef<HTMLElement>(undefined);
  const asked = new URLSearchParams(search);
  const isAsked = pathname !== to;
  // Whoever is signed in has been led on by the server.
  useEffect(() => {
    if (isAsked) forgetSignedIn();
  }, [isAsked]);
  if (!isAsked) return null;
  const close = (): void => {
    asked.delete(parameter);
    asked.delete(returns);
    const left = asked.toString();
    void navigate(pathname + (left === "" ? "" : `?${left}`), { replace: true });
  };
  return <DialogShell key={search} isOpen to={to + search} flow={flow} opener={opener} onClose={close} />;
}
