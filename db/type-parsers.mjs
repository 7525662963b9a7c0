import pg from 'pg'

const { INT8, NUMERIC, DATE } = pg.types.builtins

/**
 * Returns the parser of a PostgreSQL type, for both databases: numbers become numbers, dates stay text.
 * @param {number} type @param {'text' | 'binary'} [format] @returns {(text: string) => unknown}
 */
export function getTypeParser(type, format) {
  if (type === INT8 || type === NUMERIC) return Number
  if (type === DATE) return (text) => text
  return pg.types.getTypeParser(type, format)
}
