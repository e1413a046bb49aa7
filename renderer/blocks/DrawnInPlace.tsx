import { PageRouter } from "../flow/PageRouter.tsx";
import { IdPrefix } from "../run/field-id.ts";
import { StepHeading } from "../run/heading-level.ts";
import type { DrawnPage } from "../run/load-page.ts";
import { Blocks } from "./Blocks.tsx";

interface DrawnInPlaceProps {
  drawn: DrawnPage;
  address: string;
  /** Names its place, and sets its fields apart from those of the page around it. */
  anchor: string;
}

/** Another page of the site within this one. */
const DrawnInPlace = ({ drawn: { page, resources }, address, anchor }: DrawnInPlaceProps) => (
  <PageRouter page={page} address={address}>
    <StepHeading value="h2">
      <IdPrefix value={`${anchor}-`}>
        <Blocks page={page} resources={resources} />
      </IdPrefix>
    </StepHeading>
  </PageRouter>
);

export default DrawnInPlace;
