/** Whether a value is one of an object's own keys. Unlike `in`, inherited keys such as `constructor` do not count. */
export function isKeyOf<Keyed extends object>(object: Keyed, key: unknown): key is keyof Keyed & string {
  return typeof key === 'string' && Object.hasOwn(object, key)
}
