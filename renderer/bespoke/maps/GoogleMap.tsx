import GoogleMapReact from "google-map-react";
import { useEffect, useState, type ReactNode } from "react";
import type { PageMaps } from "../../../schemas/engine/evaluate.ts";
import { loadGoogleMaps, onRefusedKey } from "./google-maps.ts";
import classes from "./maps.module.css";
import { middle, width } from "./projection.ts";
import { Pin } from "./SchematicMap.tsx";
import type { MapProps, Place } from "./types.ts";

/** Zoom of the map on the place that is chosen, and on one alone. */
const close = 17;

interface GoogleMapProps extends MapProps {
  maps: PageMaps;
  /** Stands where the map will be. */
  awaited: ReactNode;
  onFailure(error: unknown): void;
}

/** A map of the provider. Told to `onFailure` when it cannot be had. */
export default function GoogleMap({ maps, places, selected, onSelect, awaited, onFailure }: GoogleMapProps) {
  const [loaded, setLoaded] = useState<object>();
  useEffect(() => {
    let isGone = false;
    const stop = onRefusedKey(() => onFailure(new Error("the provider refuses the key")));
    loadGoogleMaps(maps).then(
      (found) => isGone || setLoaded(found),
      (error: unknown) => isGone || onFailure(error),
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [maps, onFailure]);
  if (!loaded) return awaited;
  const chosen = places.find(({ id }) => id === selected);
  const { center, zoom } = chosen ? { center: centreOf([chosen]), zoom: close } : viewOf(places);
  return (
    <GoogleMapReact
      // Its own type says that it gives nothing; it is awaited.
      // oxlint-disable-next-line typescript/no-misused-promises
      googleMapLoader={() => Promise.resolve(loaded)}
      bootstrapURLKeys={{ key: maps.key }}
      yesIWantToUseGoogleMapApiInternals
      // It tells so of a map that could not be drawn, too.
      onGoogleApiLoaded={({ map }: { map: unknown }) => {
        if (!map) onFailure(new Error("the map could not be drawn"));
      }}
      center={center}
      zoom={zoom}
      options={{ fullscreenControl: false, streetViewControl: false, mapTypeControl: false }}
    >
      {places.map(({ id, name, latitude, longitude }) => (
        <Marker
          key={id}
          lat={latitude}
          lng={longitude}
          id={id}
          name={name}
          isChosen={id === selected}
          onSelect={onSelect}
        />
      ))}
    </GoogleMapReact>
  );
}

interface MarkerProps extends Pick<MapProps, "onSelect"> {
  /** Where the library puts it. */
  lat: number;
  lng: number;
  id: string;
  name: string;
  isChosen: boolean;
}

function Marker({ id, name, isChosen, onSelect }: MarkerProps) {
  return (
    <button
      type="button"
      className={classes["marker"]}
      data-marker={id}
      data-chosen={isChosen || undefined}
      aria-label={name}
      aria-pressed={isChosen}
      title={name}
      onClick={() => onSelect(id)}
    >
      <Pin />
    </button>
  );
}

const centreOf = (places: Place[]): { lat: number; lng: number } => ({
  lat: middle(places.map(({ latitude }) => latitude)),
  lng: middle(places.map(({ longitude }) => longitude)),
});

/** All places, on a map of about 400 pixels. */
function viewOf(places: Place[]): { center: { lat: number; lng: number }; zoom: number } {
  const degrees = Math.max(
    width(places.map(({ latitude }) => latitude)),
    width(places.map(({ longitude }) => longitude)),
  );
  // The world, 360 degrees, is 256 pixels wide at zoom 0.
  const fitting = degrees === 0 ? close : Math.floor(Math.log2((400 * 360) / (256 * degrees * 1.6)));
  return { center: centreOf(places), zoom: Math.min(close, Math.max(3, fitting)) };
}
