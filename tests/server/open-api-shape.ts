/** What of OpenAPI 3.1 the services' document uses, as JSON Schema. */

const text = { type: "string", minLength: 1 };
const schema = { type: "object", properties: { $ref: false } };
const content = (type: string) => ({
  type: "object",
  additionalProperties: false,
  required: [type],
  properties: {
    [type]: { type: "object", additionalProperties: false, required: ["schema"], properties: { schema } },
  },
});

/** Closed: whatever else stood in it would be a mistake. */
export const shape = {
  type: "object",
  additionalProperties: false,
  required: ["openapi", "info", "paths"],
  properties: {
    openapi: { const: "3.1.0" },
    info: {
      type: "object",
      additionalProperties: false,
      required: ["title", "version"],
      properties: { title: text, version: text, description: text },
    },
    tags: {
      type: "array",
      uniqueItems: true,
      items: { type: "object", additionalProperties: false, required: ["name"], properties: { name: text } },
    },
    paths: {
      type: "object",
      minProperties: 1,
      propertyNames: { pattern: "^(/([A-Za-z0-9._~-]+|\\{[A-Za-z][A-Za-z0-9]*\\}))+$" },
      additionalProperties: {
        type: "object",
        minProperties: 1,
        propertyNames: { enum: ["get", "post", "put", "delete"] },
        additionalProperties: {
          type: "object",
          additionalProperties: false,
          required: ["summary", "responses"],
          properties: {
            tags: { type: "array", items: text },
            summary: text,
            operationId: text,
            parameters: {
              type: "array",
              items: {
                type: "object",
                additionalProperties: false,
                required: ["name", "in", "required", "schema"],
                properties: {
                  name: text,
                  in: { enum: ["path", "query", "header"] },
                  required: { type: "boolean" },
                  description: text,
                  schema,
                },
              },
            },
            requestBody: {
              type: "object",
              additionalProperties: false,
              required: ["content"],
              properties: {
                required: { const: true },
                content: { anyOf: [content("application/json"), content("multipart/form-data")] },
              },
            },
            responses: {
              type: "object",
              required: ["2XX"],
              propertyNames: { pattern: "^[245](XX|[0-9]{2})$" },
              additionalProperties: {
                type: "object",
                additionalProperties: false,
                required: ["description"],
                properties: { description: text, content: content("application/json") },
              },
            },
          },
        },
      },
    },
  },
};
