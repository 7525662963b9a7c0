/** Whether a text names one of an object's own keys: unlike `in`, not those that every object inherits, as `constructor`. */
export function isKeyOf<Keyed extends object>(object: Keyed, key: unknown): key is keyof Keyed & string {
  return typeof key === 'string' && Object.hasOwn(object, key)
}
