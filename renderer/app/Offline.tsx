import { useOffline } from "../page/connectivity.ts";
import classes from "./layout.module.css";
import { useWords } from "../page/words.ts";

/** Says that there is no connection, as long as there is none. */
export function Offline() {
  const { text } = useWords();
  const offline = useOffline();
  return (
    <div role="status">
      {offline && (
        <div className={classes["banner"]}>
          <span>{text("offline")}</span>
        </div>
      )}
    </div>
  );
}
