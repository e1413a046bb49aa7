/** The services that the contact form needs, as somebody else's: they know repeated keys, and remember who asked. */
import { startStandIn, type Received, type StandIn } from "../../support/stand-in.ts";

export const paths = {
  webForm: "/crm/web-form",
  sendEmail: "/customer/api/client-service/send-email",
};

export interface Upstream extends StandIn {
  /** By e-mail, the keys with which a path was asked: each key is one effect, however often it came. */
  effects(path: string): Map<string, Set<string>>;
}

export async function startUpstream(): Promise<Upstream> {
  const standIn = await startStandIn({
    [`POST ${paths.webForm}`]: { body: { error: 0 } },
    [`POST ${paths.sendEmail}`]: { body: { error: 0, sendEmail: true } },
    "GET /branch-office/get-cities": { body: [{ value: "Santiago" }, { value: "Temuco" }] },
    "GET /branch-office/get-all": { body: [{ uuid: "1", name: "Centro", address: "Alameda 1" }] },
  });
  return {
    ...standIn,
    effects: (path) => {
      const found = new Map<string, Set<string>>();
      for (const { body, headers } of standIn.requests.filter((one: Received) => one.path === path)) {
        const { email } = body as { email: string };
        const keys = found.get(email) ?? new Set<string>();
        found.set(email, keys.add(String(headers["idempotency-key"])));
      }
      return found;
    },
  };
}
