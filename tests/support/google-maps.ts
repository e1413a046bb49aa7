/** A stand-in for the provider's script of maps: as much of it as the library that draws them asks for. */
import type { Behaviour } from "./stand-in.ts";

const source = `
  const maps = { version: "3.64.1" };
  const listeners = new WeakMap();
  const told = (map, name) => (listeners.get(map)?.[name] ?? []).forEach((listener) => listener());
  maps.event = {
    addListener(map, name, listener) {
      const known = listeners.get(map) ?? {};
      listeners.set(map, { ...known, [name]: [...(known[name] ?? []), listener] });
    },
    removeListener() {},
  };
  maps.LatLng = class {
    constructor(lat, lng) { this.lat = () => lat; this.lng = () => lng; }
  };
  const plain = (at) => typeof at.lat === "function" ? { lat: at.lat(), lng: at.lng() } : at;
  maps.Map = class {
    constructor(element, { center, zoom }) {
      Object.assign(this, { element, center: plain(center), zoom });
      element.dataset.zoom = zoom;
    }
    getCenter() { return new maps.LatLng(this.center.lat, this.center.lng); }
    setCenter(center) { this.center = plain(center); told(this, "idle"); }
    panTo(center) { this.setCenter(center); }
    getZoom() { return this.zoom; }
    setZoom(zoom) { this.zoom = zoom; this.element.dataset.zoom = zoom; told(this, "zoom_changed"); told(this, "idle"); }
    setOptions() {}
    getBounds() {
      const at = (sign) => () => new maps.LatLng(this.center.lat + sign * 5, this.center.lng + sign * 5);
      return { getNorthEast: at(1), getSouthWest: at(-1) };
    }
  };
  maps.OverlayView = class {
    setMap(map) {
      if (!map) return this.onRemove();
      this.map = map;
      setTimeout(() => { this.onAdd(); this.draw(); told(map, "idle"); });
    }
    getPanes() { return { overlayMouseTarget: this.map.element }; }
    getProjection() {
      const pixel = ({ lat, lng }) => ({ x: 200 + (lng - this.map.center.lng) * 9, y: 200 - (lat - this.map.center.lat) * 9 });
      return {
        fromLatLngToDivPixel: (at) => pixel(plain(at)),
        fromLatLngToContainerPixel: (at) => pixel(plain(at)),
        fromContainerPixelToLatLng: () => new maps.LatLng(0, 0),
      };
    }
  };
  globalThis.google = { maps };
  globalThis[new URL(document.currentScript.src).searchParams.get("callback")]();
`;

/** What is sent for the script. */
export const googleMapsScript: Behaviour = { body: source, headers: { "content-type": "text/javascript" } };
