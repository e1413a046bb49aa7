import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { useHydrated } from "../../page/device.ts";
import { placeNamed } from "../../page/reveal.ts";
import { selfNavigation } from "../../page/self-navigation.ts";
import type { BranchOfficeRow } from "./branch-office.ts";

/** What names a branch office in the address. */
const namesOf = ({ centerCode, uuid, name }: BranchOfficeRow): string[] => [centerCode, uuid, name];

/** The branch office that the address names after its `#`, by code, id or name, and the way to choose another one. */
export function useSelected(
  offices: BranchOfficeRow[],
): [BranchOfficeRow | undefined, (office: BranchOfficeRow | undefined) => void] {
  const alive = useHydrated();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const name = placeNamed(hash);
  // The server never hears of it: the page begins as it was drawn there.
  const selected =
    alive && name !== "" ? offices.find((office) => namesOf(office).includes(name)) : undefined;
  const select = useCallback(
    (office: BranchOfficeRow | undefined) => {
      const named = office ? `#${encodeURIComponent(office.centerCode)}` : "";
      void navigate(pathname + search + named, { ...selfNavigation, replace: true });
    },
    [navigate, pathname, search],
  );
  return [selected, select];
}
