import type { ThingType } from "./thing-type.ts";

/** Types that any page may tell of. What search engines need is by Google's documentation of rich results. */
export const commonTypes: Record<string, ThingType> = {
  Thing: {
    properties: {
      "@id": ["URL"],
      name: ["Text"],
      alternateName: ["Text"],
      description: ["Text"],
      identifier: ["Text", "PropertyValue"],
      image: ["URL", "ImageObject"],
      url: ["URL"],
      sameAs: ["URL"],
    },
  },
  ItemList: {
    extends: "Thing",
    properties: {
      itemListElement: ["ListItem", "Thing"],
      itemListOrder: ["Text"],
      numberOfItems: ["Number"],
    },
    needs: ["itemListElement"],
  },
  ListItem: { extends: "Thing", properties: { position: ["Number"], item: ["Thing"] } },
  Product: {
    extends: "Thing",
    properties: {
      additionalProperty: ["PropertyValue"],
      brand: ["Brand", "Organization"],
      category: ["Text"],
      color: ["Text"],
      gtin: ["Text"],
      itemCondition: ["URL"],
      model: ["Text"],
      mpn: ["Text"],
      offers: ["Offer", "AggregateOffer"],
      productID: ["Text"],
      releaseDate: ["Date"],
      sku: ["Text"],
    },
    needs: ["name", "offers"],
  },
  Book: {
    extends: "Thing",
    properties: {
      author: ["Person", "Organization"],
      isbn: ["Text"],
      bookFormat: ["URL"],
      offers: ["Offer"],
    },
    needs: ["name"],
  },
  Person: { extends: "Thing", properties: {}, needs: ["name"] },
  Brand: { extends: "Thing", properties: { logo: ["URL", "ImageObject"] }, needs: ["name"] },
  Offer: {
    extends: "Thing",
    properties: {
      areaServed: ["Text"],
      availability: ["URL"],
      availableAtOrFrom: ["Place", "Organization"],
      itemCondition: ["URL"],
      price: ["Number", "Text"],
      priceCurrency: ["Text"],
      priceValidUntil: ["Date"],
      seller: ["Organization"],
    },
    needs: ["price", "priceCurrency"],
  },
  AggregateOffer: {
    extends: "Offer",
    properties: { highPrice: ["Number", "Text"], lowPrice: ["Number", "Text"], offerCount: ["Number"] },
    needs: ["lowPrice", "priceCurrency"],
  },
  Organization: {
    extends: "Thing",
    properties: { address: ["PostalAddress", "Text"], email: ["Text"], telephone: ["Text"] },
    needs: ["name"],
  },
  Place: {
    extends: "Thing",
    properties: { address: ["PostalAddress", "Text"], geo: ["GeoCoordinates"], telephone: ["Text"] },
  },
  PostalAddress: {
    extends: "Thing",
    properties: {
      addressCountry: ["Text"],
      addressLocality: ["Text"],
      addressRegion: ["Text"],
      postalCode: ["Text"],
      streetAddress: ["Text"],
    },
  },
  GeoCoordinates: {
    extends: "Thing",
    properties: { latitude: ["Number"], longitude: ["Number"] },
    needs: ["latitude", "longitude"],
  },
  ImageObject: {
    extends: "Thing",
    properties: { caption: ["Text"], contentUrl: ["URL"], height: ["Number"], width: ["Number"] },
    needs: ["contentUrl"],
  },
  PropertyValue: {
    extends: "Thing",
    properties: { unitCode: ["Text"], unitText: ["Text"], value: ["Text", "Number", "Boolean"] },
    needs: ["value"],
  },
  QuantitativeValue: {
    extends: "Thing",
    properties: { unitCode: ["Text"], unitText: ["Text"], value: ["Text", "Number"] },
    needs: ["value"],
  },
};
