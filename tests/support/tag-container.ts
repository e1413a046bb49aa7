/** A stand-in for the provider of a container of tags: it takes the data layer over, and is sent each event. */
import { startStandIn, type StandIn } from "./stand-in.ts";

const script = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const send = (event) =>
    fetch(origin + "/collect?at=" + encodeURIComponent(location.href), {
      method: "POST",
      mode: "no-cors",
      body: JSON.stringify(event),
    });
  dataLayer.forEach(send);
  const push = dataLayer.push;
  dataLayer.push = (...events) => {
    events.forEach(send);
    return push.apply(dataLayer, events);
  };
})();`;

export interface TagContainer extends StandIn {
  scriptUrl: string;
  /** Names of the events that it was sent, in order. */
  events(): string[];
}

export async function startTagContainer(): Promise<TagContainer> {
  const standIn = await startStandIn({
    "GET /gtm.js": { headers: { "content-type": "text/javascript" }, body: script },
    "POST /collect": { status: 204, body: "" },
  });
  return {
    ...standIn,
    scriptUrl: `${standIn.url}/gtm.js`,
    events: () =>
      standIn.requests.flatMap(({ body }) =>
        typeof body === "string" && body !== "" ? [(JSON.parse(body) as { event: string }).event] : [],
      ),
  };
}
