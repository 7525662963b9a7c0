import { parse, type AnyNode } from 'acorn'

/** A branch of the source: its condition, and its line (from 1). */
export type Branch = { line: number; text: string }

/** The characters of a condition that are shown. */
const maxText = 80

/**
 * Adds a call to each branch of a source: of `if`, `?:` and `switch`. The call, `record(index)`, gets the index of the branch. Lines stay
 * as they are. A source that does not parse has no branches.
 */
export function withBranches(source: string, record: string): { source: string; branches: Branch[] } {
  const branches: Branch[] = []
  const before = new Map<number, string>()
  const after = new Map<number, string>()
  const add = (to: Map<number, string>, position: number, text: string) =>
    to.set(position, (to.get(position) ?? '') + text)
  const call = (test: AnyNode, outcome: string) => {
    const line = source.slice(0, test.start).split('\n').length
    const text = source.slice(test.start, test.end).replace(/\s+/g, ' ').slice(0, maxText)
    branches.push({ line, text: `${text} ${outcome}` })
    return `${record}(${branches.length - 1})`
  }
  const statement = (node: AnyNode, hit: string) => {
    const inside = node.type === 'BlockStatement'
    add(before, inside ? node.start + 1 : node.start, inside ? `${hit};` : `{${hit};`)
    return () => (inside ? undefined : add(after, node.end, '}'))
  }
  const visit = (node: AnyNode): void => {
    const close: (() => void)[] = []
    if (node.type === 'IfStatement') {
      const { test, consequent, alternate } = node
      close.push(statement(consequent, call(test, 'was never true')))
      const otherwise = call(test, 'was never false')
      if (alternate) close.push(statement(alternate, otherwise))
      else close.push(() => add(after, consequent.end, ` else {${otherwise}}`))
    } else if (node.type === 'ConditionalExpression') {
      const { test, consequent, alternate } = node
      for (const [way, outcome] of [
        [consequent, 'was never true'],
        [alternate, 'was never false'],
      ] as const) {
        add(before, way.start, `(${call(test, outcome)},(`)
        close.push(() => add(after, way.end, '))'))
      }
    } else if (node.type === 'SwitchCase') {
      const { test, consequent } = node
      const [first] = consequent
      if (first) add(before, first.start, `${call(test ?? node, 'was never chosen')};`)
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    for (const end of close) end()
  }
  try {
    visit(parse(source, { ecmaVersion: 2023, sourceType: 'script' }))
  } catch (error) {
    if (error instanceof SyntaxError) return { source, branches: [] }
    throw error
  }
  let text = ''
  let from = 0
  const positions = [...new Set([...before.keys(), ...after.keys()])].sort((one, other) => one - other)
  for (const position of positions) {
    text += source.slice(from, position) + (after.get(position) ?? '') + (before.get(position) ?? '')
    from = position
  }
  return { source: text + source.slice(from), branches }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
