/** Where places stand on a square map, and which of them stand together there. Pure. */
import type { Place } from "./types.ts";

export interface Marker {
  places: Place[];
  /** Percent of the map's side, from the left and from the top. */
  x: number;
  y: number;
  /** Whether there is room for what it is called beneath it. */
  labelled: boolean;
}

export interface Drawn {
  markers: Marker[];
  /** A bar of a round length: how many kilometres it stands for, and how long it is, in percent. */
  scale: { kilometres: number; length: number };
}

/** Percent of a side: markers that are nearer than this could not be told apart, or pressed. */
const nearest = 11;
/** Percent of a side that stays free at each edge. */
const margin = 16;
const kilometresOfDegree = 111.32;
/** Places that are next to each other are not drawn apart more than this, in kilometres. */
const smallest = 2;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
export const width = (values: number[]): number => Math.max(...values) - Math.min(...values);

/** Draws places as large as they fit, north above. There must be one. */
export function drawPlaces(places: Place[]): Drawn {
  const latitudes = places.map(({ latitude }) => latitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const narrowed = Math.cos(radians((south + north) / 2));
  // In kilometres, so that distances are the same in all directions.
  const points = places.map((place) => ({
    place,
    east: place.longitude * narrowed * kilometresOfDegree,
    north: place.latitude * kilometresOfDegree,
  }));
  const easts = points.map((point) => point.east);
  const norths = points.map((point) => point.north);
  const side = Math.max(width(easts), width(norths), smallest);
  const unit = (100 - 2 * margin) / side;
  const placed = points.map(({ place, ...point }) => ({
    place,
    x: 50 + (point.east - middle(easts)) * unit,
    y: 50 - (point.north - middle(norths)) * unit,
  }));
  const markers = together(placed);
  for (const marker of markers) {
    const isAlone = marker.places.length === 1;
    marker.labelled = isAlone && markers.every((other) => other === marker || hasRoom(marker, other));
  }
  return { markers, scale: scaleOf(unit) };
}

/** A label is about so wide and stands so far below its marker, in percent. */
const hasRoom = (marker: Marker, other: Marker): boolean =>
  Math.abs(marker.x - other.x) > 30 || other.y < marker.y - 10 || other.y > marker.y + 18;

function together(placed: { place: Place; x: number; y: number }[]): Marker[] {
  const markers: Marker[] = [];
  for (const { place, x, y } of placed) {
    const near = markers.find((marker) => Math.hypot(marker.x - x, marker.y - y) < nearest);
    if (!near) markers.push({ places: [place], x, y, labelled: false });
    else {
      const count = near.places.push(place);
      near.x += (x - near.x) / count;
      near.y += (y - near.y) / count;
    }
  }
  return markers;
}

/** `unit`: percent of a kilometre. About a quarter of the side. */
function scaleOf(unit: number): Drawn["scale"] {
  const wanted = 25 / unit;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const kilometres = [5, 2, 1].map((factor) => factor * power).find((one) => one <= wanted) ?? power;
  return { kilometres, length: kilometres * unit };
}
