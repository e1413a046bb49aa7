import { isOwnPath } from "../../schemas/engine/evaluate.ts";
import { useAddress } from "../run/use-address.ts";
import { Highlights } from "./Display.tsx";
import ending from "./Ending.module.css";
import classes from "./PictureCard.module.css";
import type { WidgetProps } from "./types.ts";

/** A few values under a title, beside the picture of what they are about: one of this site, as no other is let in. */
export default function PictureCard(props: WidgetProps) {
  const address = useAddress(props.field.picture ?? "");
  const isShown = address !== undefined && isOwnPath(address);
  return (
    <div className={classes["room"]}>
      <div className={`${ending["card"]} ${classes["card"]}`} data-pictured={isShown || undefined}>
        {/* What it shows, the title says. */}
        {isShown && <img src={address} alt="" width="475" height="238" decoding="async" />}
        <Highlights {...props} />
      </div>
    </div>
  );
}
