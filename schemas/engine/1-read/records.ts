/** Records of a service: what several of its calls answer with, described once and named where it stands. */

interface Schema {
  record?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface RecordService {
  records?: Record<string, Schema>;
  calls?: Record<string, { answer?: Schema }>;
}

/** A schema with each record in the place of its name. One that is not there, or holds itself, says nothing. */
export function openedSchema<One extends Schema>(
  schema: One,
  records: Record<string, Schema> = {},
  around: string[] = [],
): One {
  const { record: name, properties, items } = schema;
  if (name !== undefined) {
    if (around.includes(name) || !Object.hasOwn(records, name)) return {} as One;
    return openedSchema(records[name]!, records, [...around, name]) as One;
  }
  if (properties === undefined && items === undefined) return schema;
  const all = Object.entries(properties ?? {}).map(([key, one]) => [key, openedSchema(one, records, around)]);
  return {
    ...schema,
    ...(properties ? { properties: Object.fromEntries(all) as Record<string, Schema> } : {}),
    ...(items ? { items: openedSchema(items, records, around) } : {}),
  };
}

/** Of services that were read, which nobody changes: every brand asks for the same ones. */
const opened = new WeakMap<RecordService, RecordService>();

/** A service whose calls say in full what they answer. */
export function withRecords<Service extends RecordService>(service: Service): Service {
  const known = opened.get(service) ?? openService(service);
  opened.set(service, known);
  return known as Service;
}

function openService(service: RecordService): RecordService {
  const { records, calls } = service;
  if (!calls || !records) return service;
  const full = Object.entries(calls).map(([name, call]) => [
    name,
    call.answer ? { ...call, answer: openedSchema(call.answer, records) } : call,
  ]);
  return { ...service, calls: Object.fromEntries(full) };
}
