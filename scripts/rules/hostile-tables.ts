import type { GateInput, Row } from '~/domain/engine-versions/gate/draws'
import { faultText, tableFaults } from '~/domain/engine-versions/tables.schema'
import type { Sandbox } from '~/domain/underwriting/sandbox.server'
import { checkResult, runEngine } from '~/domain/underwriting/underwriting.server'
import { bundledTables } from '~/engine/bundled-tables'
import { seededRandom } from '~/engine/seeded-random'

/** What came of one wrong value: refused by the host's check, refused by the engine, or a sound result. */
export type HostileOutcome = 'refused by the check' | 'refused by the engine' | 'sound result'

const values = [
  ...[
    0,
    -1,
    1e-9,
    0.5,
    3,
    1e6,
    1e12,
    1e308,
    -1e308,
    2 ** 53,
    null,
    true,
    '',
    '1',
    'NaN',
    ' ',
    '<b>',
    '\u0000',
  ],
  ...[[], {}, [1], '9'.repeat(400), undefined],
]

/**
 * Puts one hostile value in one place of the version's tables or of the configuration, `count` times, and runs an applicant. Returns how
 * often each outcome came, and what was let through: a result that is not valid or does not close, or an error that does not name its place.
 */
export async function tryHostileTables(
  engine: Pick<Sandbox, 'run'>,
  source: string,
  inputs: readonly GateInput[],
  { count, seed }: { count: number; seed: number },
) {
  const random = seededRandom(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const outcomes: Record<HostileOutcome, number> = {
    'refused by the check': 0,
    'refused by the engine': 0,
    'sound result': 0,
  }
  const escaped: string[] = []
  for (let index = 0; index < count; index += 1) {
    const isTable = random() < 0.6
    const own = pick(inputs)
    const whole = structuredClone({ tables: bundledTables, ...(isTable ? {} : rowsOf(own)) })
    const path = spoil(whole, isTable ? ['tables'] : ['tiers', 'employer', 'industry'], pick)
    const tables = whole.tables
    const what = `${path}, applicant ${JSON.stringify(own.quote)}`
    const [fault] = tableFaults(tables)
    if (fault) {
      outcomes['refused by the check'] += 1
      if (fault.table === '' || faultText(fault).includes('undefined'))
        escaped.push(`${what}: ${faultText(fault)}`)
      continue
    }
    const input = isTable ? own : ({ ...own, ...whole } as GateInput)
    const run = await runEngine(engine, { source, tables }, input)
    if (!run.ok) {
      outcomes['refused by the engine'] += 1
      if (!/^(?:Error: )?Configuration: ./.test(run.message)) escaped.push(`${what}: ${run.message}`)
      continue
    }
    const checked = checkResult(run.result)
    outcomes['sound result'] += 1
    if (!checked.ok) escaped.push(`${what}: ${checked.message}`)
  }
  return { outcomes, escaped }
}

function rowsOf({ tiers, employer, industry }: GateInput) {
  return { tiers, employer, industry }
}

type Node = Record<string, unknown> | unknown[]

/** Replaces or removes one value somewhere below one of the keys. Returns its path and the value. */
function spoil(whole: object, keys: readonly string[], pick: <Item>(items: readonly Item[]) => Item) {
  const roots = keys.filter((key) => (whole as Row)[key] !== null)
  let path = pick(roots)
  let parent = whole as Record<string, unknown>
  let key = path
  for (;;) {
    const node = parent[key] as Node | null
    const names = typeof node === 'object' && node !== null ? Object.keys(node) : []
    if (names.length === 0 || (path.includes('.') && pick([0, 1, 2, 3, 4, 5, 6, 7]) === 0)) break
    parent = node as Record<string, unknown>
    key = pick(names)
    path += `.${key}`
  }
  const value = pick(values)
  if (value === undefined) delete parent[key]
  else parent[key] = structuredClone(value)
  return `${path} = ${JSON.stringify(value)?.slice(0, 40)}`
}
