import { createElement, useEffect, useState } from "react";
import { loadedWidget, loadWidget, type Control } from "./lazy-widgets.ts";
import { NotLoaded } from "./NotLoaded.tsx";

/**
 * Stands in the registry for a widget whose code comes later: with the step that a page opens at, else once somebody
 * answers, and at the latest when it is to be drawn. The styles of what is around it come with the form page's own, so that
 * nothing moves when the code comes.
 */
export const lazyWidget = (name: string, className: string | undefined): Control =>
  function Later(props) {
    const [failed, setFailed] = useState(false);
    const [, setLoaded] = useState(false);
    const control = loadedWidget(name);
    const wanted = !control && !failed;
    useEffect(() => {
      if (!wanted) return undefined;
      let isGone = false;
      void loadWidget(name).then(
        () => isGone || setLoaded(true),
        () => isGone || setFailed(true),
      );
      return () => {
        isGone = true;
      };
    }, [wanted]);
    return createElement(
      "div",
      { className, "data-widget": name, "aria-busy": wanted || undefined },
      control && createElement(control, props),
      failed && createElement(NotLoaded, { onRetry: () => setFailed(false) }),
    );
  };
