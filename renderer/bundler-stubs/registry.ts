import ObjectField from "@rjsf/core/lib/components/fields/ObjectField.js";
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import { englishStringTranslator } from "@rjsf/utils";

/** In the place of rjsf's own registry: steps are walked by these two. A form from a JSON Schema brings all others along. */
export default () => ({
  fields: { ObjectField, SchemaField },
  templates: { ButtonTemplates: {} },
  widgets: {},
  rootSchema: {},
  formContext: {},
  translateString: englishStringTranslator,
});
