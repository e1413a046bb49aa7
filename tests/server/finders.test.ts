import { describe, expect, it, onTestFinished } from "vitest";
import { openApp, visitor } from "../support/app.ts";
import { startStandIn } from "../support/stand-in.ts";

describe("the page of a finder", () => {
  it("is the same for everyone whose address finds the same, whatever else stands there", async () => {
    const down = await startStandIn({});
    onTestFinished(() => down.stop());
    const app = await openApp({ env: { UPSTREAM_BRANCH_OFFICE_PO: `${down.url}/` } });
    const look = async (query: string, brand = "SI") => {
      const { statusCode, headers, body } = await visitor(app, brand).ask("GET", `/sucursales${query}`);
      const found = /"found":\{"answers":(\{[^}]*\})/.exec(body)?.[1];
      return { statusCode, kept: headers["cache-control"], answers: JSON.parse(found ?? "null") as unknown };
    };
    const shared = { statusCode: 200, kept: "private, no-cache" };
    expect(await look("?servicio=1&ciudad=Santiago")).toEqual({
      ...shared,
      answers: { "filters.service": "1", "filters.city": "Santiago" },
    });
    // A service that nobody offers is refused by the call that it is sent to, and then left out.
    for (const query of ["", "?servicio=99", "?servicio=99&ciudad=Nada&utm_source=x"]) {
      expect([query, await look(query)]).toEqual([query, { ...shared, answers: {} }]);
    }
    expect(await look("", "PO")).toMatchObject({ kept: "private, no-store" });
  });

  it("leads from the paths of its questions to the names of its address", async () => {
    const app = await openApp();
    const query = "?filters.service=1&filters.city=&toString=x&utm_source=y";
    const { statusCode, headers } = await visitor(app, "SI").ask("GET", `/sucursales${query}`);
    expect([statusCode, headers.location]).toEqual([302, "/sucursales?servicio=1&toString=x&utm_source=y"]);
  });
});
