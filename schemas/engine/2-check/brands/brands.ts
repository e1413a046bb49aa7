import { nearest } from "../report/nearest.ts";
import { screensOf, type Project, type Brand, type Screen } from "../project/project.ts";
import { checkSite } from "./site.ts";
import { checkTheme } from "./theme.ts";
import { asList, asText } from "../report/values.ts";

// Made once: it takes as long as checking a brand.
let regions: Intl.DisplayNames | undefined;

const isCountry = (value: string): boolean => {
  try {
    regions ??= new Intl.DisplayNames(["es"], { type: "region", fallback: "none" });
    return /^[A-Z]{2}$/.test(value) && regions.of(value) !== undefined;
  } catch {
    return false;
  }
};

/** Each found out once, as countries are made once. */
const timeZones = new Set<string>();

const isTimeZone = (value: string): boolean => {
  if (timeZones.has(value)) return true;
  try {
    // Abbreviations such as EST are taken too, and mean no place: a name has a slash.
    const { timeZone } = new Intl.DateTimeFormat("es", { timeZone: value }).resolvedOptions();
    if (!value.includes("/") || timeZone === "") return false;
    timeZones.add(value);
    return true;
  } catch {
    return false;
  }
};

const isLocale = (value: string): boolean => {
  try {
    const { language, region } = new Intl.Locale(value);
    const known = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
    return known && region !== undefined && isCountry(region) && Intl.getCanonicalLocales(value)[0] === value;
  } catch {
    return false;
  }
};

/** Checks what brands say of themselves, and that they do not claim the same. */
export function checkBrands(project: Project): void {
  const { report } = project;
  const hosts = new Map<string, string>();
  for (const brand of new Set(project.brands.values())) {
    const { file, value } = brand;
    const facts = value.facts ?? {};
    const country = asText(facts["country"]);
    if (country !== undefined && !isCountry(country)) {
      report.add(file, ["facts", "country"], "unknown-country", { value: country });
    }
    const timeZone = asText(facts["timeZone"]);
    if (timeZone !== undefined && !isTimeZone(timeZone)) {
      const suggestion = nearest(timeZone, Intl.supportedValuesOf("timeZone"));
      report.add(file, ["facts", "timeZone"], "unknown-time-zone", { value: timeZone }, { suggestion });
    }
    const locale = asText(facts["locale"]);
    if (locale !== undefined && !isLocale(locale)) {
      const suggestion = country === undefined ? undefined : nearest(locale, [`es-${country}`]);
      report.add(file, ["facts", "locale"], "unknown-locale", { value: locale }, { suggestion });
    }
    for (const [index, currency] of asList(facts["currencies"]).entries()) {
      if (Intl.supportedValuesOf("currency").includes(String(currency))) continue;
      report.add(file, ["facts", "currencies", index], "unknown-currency", { value: String(currency) });
    }
    for (const [index, host] of (value.hosts ?? []).entries()) {
      const other = hosts.get(host);
      if (other === undefined) hosts.set(host, brand.id);
      else if (other !== brand.id) report.add(file, ["hosts", index], "duplicate-host", { host, other });
    }
    checkScreens(project, brand);
    checkSite(project, brand);
    checkTheme(project, brand);
  }
}

function checkScreens(project: Project, brand: Brand): void {
  const { report } = project;
  for (const [index, id] of (brand.value.screens ?? []).entries()) {
    if (project.screens.has(id) || project.isUnresolved("screen", id)) continue;
    const suggestion = nearest(id, project.screens.keys());
    report.add(brand.file, ["screens", index], "unknown-screen", { screen: id }, { suggestion });
  }
  const routes = new Map<string, Screen>();
  for (const screen of screensOf(project, brand)) {
    const { route, routes: others = [] } = screen.value;
    const own = others.map((one, index) => [one, ["routes", index]] as const);
    for (const [one, at] of route === undefined ? own : [[route, ["route"]] as const, ...own]) {
      const other = routes.get(one);
      if (other && other.id !== screen.id) {
        const values = { brand: brand.id, other: other.id, screen: screen.id, route: one };
        report.add(screen.file, at, "duplicate-route", values, { once: true });
      }
      routes.set(one, other ?? screen);
    }
  }
}
