/** Who asks an embedded service, where the call carries who is signed in. */
import type { Clock } from "../clock.ts";
import { refusal, type ServiceAnswer, type ServiceRequest } from "../services/embedded/service.ts";
import { findSignIn, type SignIn } from "../store/sign-ins.ts";
import type { Store } from "../store/store.ts";

/** Does what somebody asks who is signed in at the brand that calls, and refuses everybody else. */
export const forPerson =
  (
    { store, clock }: { store: Pick<Store, "db">; clock: Clock },
    work: (who: SignIn, request: ServiceRequest) => Promise<ServiceAnswer>,
  ) =>
  async (request: ServiceRequest): Promise<ServiceAnswer> => {
    const id = request.headers["x-person"];
    const who = id === undefined ? undefined : await findSignIn(store.db, id, clock());
    if (who?.brand !== request.brand.code) return refusal(401, "Nadie ha iniciado sesión");
    return await work(who, request);
  };
