import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { useAlive } from "../../app/device.ts";
import { placeNamed } from "../../app/reveal.ts";
import { written } from "../../app/written.ts";
import type { BranchOffice } from "./types.ts";

/** What names a branch office in the address. */
const namesOf = ({ centerCode, uuid, name }: BranchOffice): string[] => [centerCode, uuid, name];

/** The branch office that the address names after its `#`, by code, id or name, and the way to choose another one. */
export function useSelected(
  offices: BranchOffice[],
): [BranchOffice | undefined, (office: BranchOffice | undefined) => void] {
  const alive = useAlive();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const name = placeNamed(hash);
  // The server never hears of it: the page begins as it was drawn there.
  const selected =
    alive && name !== "" ? offices.find((office) => namesOf(office).includes(name)) : undefined;
  const select = useCallback(
    (office: BranchOffice | undefined) => {
      const named = office ? `#${encodeURIComponent(office.centerCode)}` : "";
      void navigate(pathname + search + named, { ...written, replace: true });
    },
    [navigate, pathname, search],
  );
  return [selected, select];
}
