import { useId, useState, type FocusEvent } from "react";
import { Link } from "react-router";
import { visuallyHidden } from "../../controls/classes.ts";
import type { ViewProps } from "../../page/view-props.ts";
import type { WordsReader } from "../../page/words.ts";
import { selfNavigation } from "../../page/self-navigation.ts";
import { versionAddress } from "./CarVersions.tsx";
import { amountText, type CarDetailRow, type CarVersion } from "./car.ts";
import { versionGroups, type VersionGroup } from "./version-groups.ts";
import classes from "./car-version-table.module.css";

interface TableProps {
  car: CarDetailRow;
  versions: CarVersion[];
  own: WordsReader;
}

/** The versions of a car side by side, one group at a time; where they differ is marked. */
export default function CarVersionTable({ value, own }: ViewProps) {
  const car = value as CarDetailRow;
  const { versions = [] } = car;
  const [isShort, setShort] = useState(false);
  const id = useId();
  if (versions.length < 2) return null;
  const groups = versionGroups(versions, own.text("characteristics"));
  return (
    <>
      <p className={classes["only"]}>
        <input
          id={id}
          type="checkbox"
          checked={isShort}
          onChange={({ currentTarget }) => setShort(currentTarget.checked)}
        />
        <label htmlFor={id}>{own.text("only")}</label>
      </p>
      {groups.map((group, index) => (
        <Group
          key={group.name}
          group={group}
          isShort={isShort}
          isOpen={index === 0}
          together={id}
          car={car}
          versions={versions}
          own={own}
        />
      ))}
    </>
  );
}

interface GroupProps extends TableProps {
  group: VersionGroup;
  isShort: boolean;
  isOpen: boolean;
  /** The name of those of which one is open at a time. */
  together: string;
}

function Group({ group: { name, lines }, isShort, isOpen, together, car, versions, own }: GroupProps) {
  const count = lines.filter(({ differs }) => differs).length;
  const said =
    count === 0
      ? own.text("same")
      : count === 1
        ? own.text("oneDifference")
        : own.fill("differences", { count: String(count) });
  const shown = isShort ? lines.filter(({ differs }) => differs) : lines;
  return (
    <details className={classes["group"]} name={together} open={isOpen}>
      <summary>
        {name} <span>({said})</span>
      </summary>
      {shown.length > 0 && (
        // Links in it bring what is pushed aside into view: it needs no focus of its own.
        <div className={classes["pushed"]} onFocus={bringWhole}>
          <table>
            <caption className={visuallyHidden}>{own.fill("caption", { group: name })}</caption>
            <Heads car={car} versions={versions} />
            <tbody>
              {shown.map(({ name: line, texts, differs }) => (
                <tr key={line} data-differs={differs || undefined}>
                  <th scope="row">
                    {line}
                    {differs && (
                      <span className={classes["mark"]}>
                        <span aria-hidden="true"> ≠</span>
                        <span className={visuallyHidden}> ({own.text("differs")})</span>
                      </span>
                    )}
                  </th>
                  {texts.map((text, index) => (
                    <td key={versions[index]!.id}>
                      <Said text={text} own={own} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

/** Browsers leave what is seen in part where it is, such as what stands half under the names. */
const bringWhole = ({ target }: FocusEvent<HTMLElement>): void =>
  target.scrollIntoView({ block: "nearest", inline: "nearest" });

const Heads = ({ car, versions }: Pick<TableProps, "car" | "versions">) => (
  <thead>
    <tr>
      <td aria-hidden="true" />
      {versions.map((version) => (
        <th key={version.id} scope="col" data-current={version.id === car.id || undefined}>
          <Link to={versionAddress(car, version)} {...selfNavigation}>
            {version.detailModel}
          </Link>
          {version.price !== undefined && <span>{amountText(version.price, version.currency)}</span>}
        </th>
      ))}
    </tr>
  </thead>
);

/** What a version has of something: said, there, not there, or nobody knows. */
function Said({ text, own }: { text: string | boolean | undefined; own: WordsReader }) {
  if (typeof text === "string") return text;
  const [sign, words] = text === undefined ? ["?", "unknown"] : text ? ["✓", "with"] : ["–", "without"];
  return (
    <>
      <span aria-hidden="true">{sign}</span>
      <span className={visuallyHidden}>{own.text(words)}</span>
    </>
  );
}
