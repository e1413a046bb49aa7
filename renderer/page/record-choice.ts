/** Records what a visitor allows. It comes with what asks for it. */
import type { ConsentRequest } from "../../schemas/engine/evaluate.ts";
import { choiceNow, tell } from "./consent.ts";

/** Records a choice on the server, which lets this browser keep it. False where it could not be. */
export async function choose(request: ConsentRequest): Promise<boolean> {
  const before = choiceNow()?.purposes ?? [];
  try {
    const response = await fetch("/api/consent", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    if (!response.ok) return false;
  } catch {
    return false;
  }
  // What is loaded stays in a page: without what is taken back it begins anew.
  if (before.some((purpose) => !request.purposes.includes(purpose))) {
    const { forgetOthers } = await import("./forget-others.ts");
    forgetOthers();
    location.reload();
    return true;
  }
  tell();
  return true;
}
