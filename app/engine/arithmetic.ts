/** Thrown when a text is not arithmetic. */
export class NotArithmetic extends Error {}

type Token = number | string

/**
 * Computes the formula of a step or factor: decimal numbers, `+`, `-`, `x` (times), `/`, parentheses, `min(a, b)` and `max(a, b)`.
 * @throws {NotArithmetic}
 */
export function evaluate(formula: string): number {
  const tokens = tokensOf(formula)
  let at = 0
  const next = () => tokens[at++]
  const expect = (token: string) => {
    if (next() !== token) throw new NotArithmetic(formula)
  }
  const sum = (): number => {
    let value = term()
    while (tokens[at] === '+' || tokens[at] === '-') value += next() === '+' ? term() : -term()
    return value
  }
  const term = (): number => {
    let value = operand()
    while (tokens[at] === 'x' || tokens[at] === '/')
      value = next() === 'x' ? value * operand() : value / operand()
    return value
  }
  const operand = (): number => {
    const token = next()
    if (typeof token === 'number') return token
    if (token === '-') return -operand()
    if (token === '(') {
      const value = sum()
      expect(')')
      return value
    }
    if (token !== 'min' && token !== 'max') throw new NotArithmetic(formula)
    expect('(')
    const first = sum()
    expect(',')
    const second = sum()
    expect(')')
    return Math[token](first, second)
  }
  const value = sum()
  if (at < tokens.length) throw new NotArithmetic(formula)
  return value
}

/** Returns the numbers in a formula, in order. */
export function numbersIn(formula: string) {
  return tokensOf(formula).filter((token) => typeof token === 'number')
}

const maxTokens = 500

function tokensOf(formula: string): Token[] {
  const tokens = formula.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?|[-+/x(),]|min|max|\S/g) ?? []
  if (tokens.length > maxTokens) throw new NotArithmetic(formula)
  return tokens.map((token) => (/^\d/.test(token) ? Number(token) : token))
}
