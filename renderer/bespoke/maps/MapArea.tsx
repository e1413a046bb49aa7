import { Component, lazy, Suspense, useCallback, useRef, useState, type ReactNode } from "react";
import { Button } from "../../controls/Button.tsx";
import { useAllowed } from "../../page/consent.ts";
import { useWords } from "../../page/words.ts";
import { useFlowPage } from "../../run/page-context.ts";
import classes from "./maps.module.css";
import SchematicMap from "./SchematicMap.tsx";
import type { MapProps } from "./types.ts";

const GoogleMap = lazy(() => import("./GoogleMap.tsx"));

/** A map beside a list: the provider's, where the installation has a key and it can be had; else one of our own. */
export function MapArea({ title, ...props }: MapProps & { title: string }) {
  const { maps } = useFlowPage();
  const { text } = useWords();
  const [failed, setFailed] = useState(false);
  const isAllowed = useAllowed("embeds");
  const [isPressed, press] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const ofProvider = maps && !failed && (isAllowed || isPressed);
  const fail = useCallback((error: unknown) => {
    console.warn("the map cannot be had:", error instanceof Error ? error.message : error);
    setFailed(true);
  }, []);
  const awaited = <Awaited />;
  return (
    <div ref={area} className={classes["area"]} role="group" aria-label={title} tabIndex={-1}>
      <div className={classes["map"]}>
        {ofProvider ? (
          <Boundary onFailure={fail}>
            <Suspense fallback={awaited}>
              <GoogleMap {...props} maps={maps} awaited={awaited} onFailure={fail} />
            </Suspense>
          </Boundary>
        ) : (
          <SchematicMap {...props} />
        )}
      </div>
      {maps && !failed && !ofProvider && (
        <p className={classes["note"]}>
          <Button
            variant="subtle"
            size="sm"
            onClick={() => {
              press(true);
              // This button goes with what it brings.
              area.current?.focus();
            }}
          >
            {text("map.provider")}
          </Button>
        </p>
      )}
      {(!maps || failed) && (
        <p className={classes["note"]} role={failed ? "status" : undefined}>
          {failed ? text("map.failed") : text("map.schematic")}
        </p>
      )}
    </div>
  );
}

/** Stands where the map will be. */
export function Awaited() {
  const { text } = useWords();
  return (
    <div className={classes["awaited"]} role="status">
      {text("map.loading")}
    </div>
  );
}

/** Whatever the provider's code throws while it is drawn. */
class Boundary extends Component<
  { onFailure(error: unknown): void; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown): void {
    this.props.onFailure(error);
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
