// HTML from templates: everything put into one is escaped, unless it came out of one.

const RAW = Symbol('raw');

/** @typedef {{ [RAW]: string }} Html */

/**
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values text is escaped; Html is not; arrays are joined; false, null and undefined are nothing
 * @returns {Html}
 */
export function html(strings, ...values) {
  return { [RAW]: strings.reduce((text, part, index) => text + write(values[index - 1]) + part) };
}

/** @param {Html} value */
export function text(value) {
  return value[RAW];
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function write(value) {
  if (value === false || value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(write).join('');
  if (typeof value === 'object' && RAW in value) return /** @type {Html} */ (value)[RAW];
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
