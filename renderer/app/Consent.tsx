import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../page/lazy-part.ts";
import type { PageConsent } from "../../schemas/engine/evaluate.ts";
import { askFor, useChoice, useWish } from "../page/consent.ts";
import { whenUsedOrIdle } from "../page/when-used.ts";

const ConsentNotice = lazyPart(async () => {
  await whenUsedOrIdle();
  return await import("./ConsentNotice.tsx");
});
const ConsentChoices = lazyPart(() => import("./ConsentChoices.tsx"));

/** What is loaded of others is asked for here, once the page has nothing else to do, and whenever somebody wishes to see it. */
export function Consent({ asked, revision }: { asked: PageConsent | undefined; revision: string }) {
  const choice = useChoice();
  const wish = useWish();
  /** The last wish that was seen to. */
  const [seen, setSeen] = useState(0);
  /** Said no to, without a record: what is not loaded needs none. */
  const [isClosed, close] = useState(false);
  useEffect(() => askFor(asked), [asked]);
  const isOpen = wish > seen;
  return (
    <Suspense>
      {asked && choice === undefined && !isClosed && (
        <ConsentNotice asked={asked} revision={revision} onClose={() => close(true)} />
      )}
      {isOpen && (
        <ConsentChoices
          asked={asked}
          revision={revision}
          onClose={(isChosen) => {
            setSeen(wish);
            if (isChosen) close(true);
          }}
        />
      )}
    </Suspense>
  );
}
