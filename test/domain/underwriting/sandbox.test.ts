import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { GateInput } from '~/domain/engine-versions/gate/draws'
import { bundledTables } from '~/engine/bundled-tables'
import { createSandbox, sourceLimit, type Sandbox } from '~/domain/underwriting/sandbox.server'
import { goldenCases } from '~/engine/golden-cases'

import { engineSource, inputFor, underwrite } from '../../support/engine'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = createSandbox({ workers: 2 })
  await sandbox.warm()
})
afterAll(() => sandbox.close())

const body = (text: string) => `function underwrite(input) {\n${text}\n}`
const failure = (source: string) => sandbox.run(source, {})

/** Counts how often a timer of the main thread fires during a promise. */
async function ticksDuring(work: () => Promise<unknown>) {
  let ticks = 0
  const clock = setInterval(() => (ticks += 1), 5)
  await work()
  clearInterval(clock)
  return ticks
}

describe('the default engine', () => {
  test('returns the same in the sandbox as outside', async () => {
    for (const { input } of goldenCases.slice(0, 12)) {
      const outcome = await sandbox.run(engineSource, { ...input, tables: bundledTables })
      const outside = underwrite(input as unknown as GateInput)
      expect(outcome).toMatchObject({ ok: true, result: JSON.parse(JSON.stringify(outside)) })
    }
  })

  test('gives the same figures in a batch, with what the inputs share passed once', async () => {
    const inputs = goldenCases.map(({ input }) => input as unknown as GateInput)
    const shared = JSON.stringify({ tables: bundledTables, tiers: inputs[0]!.tiers })
    const own = inputs.map((input) => ({ ...input, tiers: undefined }))
    const outcomes = await sandbox.runBatch(engineSource, own, { shared })
    expect(outcomes).toHaveLength(inputs.length)
    for (const [index, outcome] of outcomes.entries()) {
      const { coverage_tier, max_coverage, monthly_premium, calculation_details } = underwrite(inputs[index]!)
      const { base_premium, expected, decision, factors } = calculation_details
      expect(outcome).toMatchObject({
        ok: true,
        result: {
          coverage_tier,
          max_coverage,
          monthly_premium,
          base_premium,
          expected,
          status: decision.status,
          reasons: decision.reasons.map(({ code, text }) => ({ code, text })),
          factors: factors.map(({ name, row, multiplier, dollars }) => ({ name, row, multiplier, dollars })),
        },
      })
    }
  })

  test('compiles', async () => {
    expect(await sandbox.compile(engineSource)).toEqual({ ok: true })
  })
})

describe('a batch', () => {
  const inputs = [1, 2, 3].map((value) => ({ value }))
  const result = `{ coverage_tier: null, calculation_details: { decision: { status: 'declined', reasons: [] }, factors: [] } }`

  test('reports the failure of one input, and goes on with the next', async () => {
    const outcomes = await sandbox.runBatch(
      body(`if (input.value === 2) throw new Error('two')\nreturn ${result}`),
      inputs,
    )
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(outcomes[1]).toMatchObject({ kind: 'error', message: expect.stringContaining('two') as string })
  })

  test('ends with the input that does not end, and the next run is not affected', async () => {
    const outcomes = await sandbox.runBatch(body(`while (input.value === 2);\nreturn ${result}`), inputs)
    expect(outcomes).toMatchObject([{ ok: true }, { ok: false, kind: 'timeout' }])
    expect(await sandbox.run(body('return { ok: 1 }'), {})).toMatchObject({ ok: true, result: { ok: 1 } })
  })

  test('has no part of one input in the next, and cannot change what the inputs share for a later job', async () => {
    const source = body(
      `const seen = input.list.length\ninput.list.push(1)\nreturn { ...${result}, max_coverage: seen }`,
    )
    const shared = JSON.stringify({ list: [] })
    const coverage = async () => {
      const outcomes = await sandbox.runBatch(source, inputs.slice(0, 1), { shared })
      return outcomes.map((outcome) => (outcome.ok ? outcome.result.max_coverage : null))
    }
    expect([await coverage(), await coverage()]).toEqual([[0], [0]])
  })
})

describe('a source that', () => {
  test.each<[string, string, string, number | null]>([
    ['loops forever', body('let n = 0\nwhile (true) n += 1'), 'timeout', 1],
    ['loops forever before it is called', 'for (;;) {}\nfunction underwrite() {}', 'timeout', 1],
    ['recurses forever', body('return underwrite(input)'), 'stack', null],
    ['nests data until the reader breaks', body('return JSON.parse("[".repeat(1e5))'), 'stack', null],
    [
      'fills an array forever',
      body('const a = []\nwhile (true) a.push(new Array(1000).fill(7))'),
      'memory',
      3,
    ],
    ['doubles a text forever', body('let t = "x"\nwhile (true) t += t'), 'memory', null],
    ['requests a huge buffer', body('return { a: new ArrayBuffer(2 ** 31) }'), 'error', 2],
    ['returns too much', body('return { a: "x".repeat(300000) }'), 'oversized', null],
    ['returns too many numbers', body('return { a: new Array(200000).fill(1) }'), 'oversized', null],
    ['returns a circular object', body('const a = {}\na.a = a\nreturn a'), 'result', null],
    ['answers with NaN', body('return { monthly_premium: 0 / 0 }'), 'result', null],
    ['answers with Infinity, deep inside', body('return { a: [{ b: 1 / 0 }] }'), 'result', null],
    ['returns a function', body('return { a() {} }'), 'result', null],
    ['returns a big integer', body('return { a: 10n }'), 'result', null],
    ['returns a text', body('return "hello"'), 'result', null],
    ['returns nothing', body('return null'), 'result', null],
    ['throws', body('\nthrow new Error("no such tier")'), 'error', 3],
    ['throws nothing at all', body('throw undefined'), 'error', null],
    [
      'throws something that throws when read',
      body('throw { get message() { while (true) {} } }'),
      'error',
      null,
    ],
    ['uses an undefined name', body('return nothingHere'), 'error', 2],
    ['is no JavaScript', 'function underwrite( {', 'syntax', 1],
    ['imports', 'import fs from "node:fs"\nfunction underwrite() {}', 'syntax', 1],
    ['defines nothing', 'const answer = 42', 'error', null],
    ['defines something else', 'const underwrite = 42', 'error', null],
    ['is empty', '', 'error', null],
    ['is too long', `${' '.repeat(sourceLimit)}${body('return {}')}`, 'oversized', null],
  ])('%s fails with that reason', async (_, source, kind, line) => {
    const outcome = await failure(source)
    expect(outcome).toMatchObject({ ok: false, kind })
    if (line !== null) expect(outcome).toMatchObject({ line })
    expect(await sandbox.run(body('return { fine: true }'), {})).toMatchObject({
      ok: true,
      result: { fine: true },
    })
  })

  // Each of these once ran past the interpreter's own interrupt.
  test.each([
    ['joins a huge array', body('return { a: new Array(1e9) + "" }')],
    ['lets an expression backtrack', body('return { a: /^(a+)+$/.test("a".repeat(40) + "b") }')],
    ['sorts a huge array', body('return { a: new Array(3e8).sort().length }')],
    ['looks through a huge array', body('return { a: new Array(4e9 | 0 || 3e9 >>> 0).indexOf(1) }')],
  ])('%s is terminated from outside, and the main thread continues', async (_, source) => {
    const began = performance.now()
    let outcome
    const ticks = await ticksDuring(async () => (outcome = await failure(source)))
    expect(outcome).toMatchObject({ ok: false })
    // A tick is due every 5 ms; a blocked main thread would have none.
    expect(ticks).toBeGreaterThanOrEqual(Math.min(5, Math.floor((performance.now() - began) / 100)))
  })
})

describe('the guest', () => {
  test('has no host objects, clock or randomness', async () => {
    const names = [
      'process',
      'require',
      'module',
      'global',
      'window',
      'fetch',
      'XMLHttpRequest',
      'WebSocket',
      'setTimeout',
      'setInterval',
      'setImmediate',
      'queueMicrotask',
      'performance',
      'crypto',
      'Date',
      'Promise',
      'Proxy',
      'console',
      'std',
      'os',
      'scriptArgs',
      'Worker',
      'WebAssembly',
      'SharedArrayBuffer',
      'Atomics',
      'importScripts',
      'postMessage',
    ]
    const source = body(`
      const found = ${JSON.stringify(names)}.filter((name) => typeof globalThis[name] !== 'undefined')
      if (Math.random) found.push('Math.random')
      return { found }`)
    expect(await sandbox.run(source, {})).toMatchObject({ ok: true, result: { found: [] } })
  })

  test.each([
    ['the constructor of a function', 'return { a: typeof underwrite.constructor("return this")().process }'],
    ['the input', 'return { a: typeof input.constructor.constructor("return this")().process }'],
    [
      'an error',
      'try { null.x } catch (e) { return { a: typeof e.constructor.constructor("return this")().process } }',
    ],
    ['an indirect eval', 'return { a: typeof (0, eval)("this").process }'],
  ])('reaches no more than its own globals by %s', async (_, text) => {
    expect(await sandbox.run(body(text), {})).toMatchObject({ ok: true, result: { a: 'undefined' } })
  })

  test('cannot affect the next run', async () => {
    const spoiler = `
      Object.prototype.monthly_premium = 1
      Object.prototype.toJSON = () => 'mine'
      Array.prototype.push = Array.prototype.map = () => { throw new Error('mine') }
      JSON.stringify = JSON.parse = () => '"mine"'
      Object.keys = () => ['mine']
      Math.min = Math.max = Math.round = () => 7
      String.prototype.toLowerCase = () => 'mine'
      Number.isFinite = () => true
      globalThis.kept = (globalThis.kept ?? 0) + 1
      ${body('return { kept: globalThis.kept, input, nan: [1, 2] }')}`
    const input = { ...inputFor(), tables: bundledTables }
    const before = await sandbox.run(engineSource, input)
    for (let time = 0; time < 4; time += 1) {
      expect(await sandbox.run(spoiler, { a: 1 })).toMatchObject({
        ok: true,
        result: { kept: 1, input: { a: 1 }, nan: [1, 2] },
      })
    }
    const after = await sandbox.run(engineSource, input)
    expect(before.ok && after.ok && after.result).toEqual(before.ok && before.result)
    expect(({} as { monthly_premium?: number }).monthly_premium).toBeUndefined()
  })

  test('cannot read the memory of an earlier run', async () => {
    const one = createSandbox({ workers: 1, deadlineMs: 2000 })
    onTestFinished(() => one.close())
    // One source, so that both runs use the same loaded interpreter.
    const source = body(`
      const size = 8 * 1024 * 1024
      if (input.secret) {
        const bytes = new Uint8Array(size).fill(0xaa)
        return { filled: bytes.length, text: input.secret.repeat(1000).length }
      }
      const found = []
      for (let n = 0; n < 3; n += 1) found.push(new Uint8Array(size / 4).findIndex((byte) => byte !== 0))
      return { found }`)
    for (let time = 0; time < 3; time += 1) {
      expect(await one.run(source, { secret: 'a secret' })).toMatchObject({ ok: true })
      expect(await one.run(source, {})).toMatchObject({ ok: true, result: { found: [-1, -1, -1] } })
    }
  })

  test('returns the same after thousands of runs, in the same memory', async () => {
    const one = createSandbox({ workers: 1 })
    onTestFinished(() => one.close())
    const source = body(`
      globalThis.runs = (globalThis.runs ?? 0) + 1
      const kept = []
      for (let n = 0; n < 200; n += 1) kept.push({ n, text: 'x'.repeat(n) })
      globalThis.kept = kept
      return { runs: globalThis.runs, last: kept.at(-1).text.length, input }`)
    for (let time = 0; time < 3000; time += 1) {
      const outcome = await one.run(source, { time })
      expect(outcome).toMatchObject({ ok: true, result: { runs: 1, last: 199, input: { time } } })
    }
  })

  test('cannot return a prototype in its result', async () => {
    const outcome = await sandbox.run(body('return JSON.parse(\'{"__proto__":{"admin":true},"a":1}\')'), {})
    expect(outcome).toMatchObject({ ok: true })
    const result = (outcome as { result: object }).result
    expect(Object.keys(result)).toContain('a')
    expect((result as { admin?: boolean }).admin).toBeUndefined()
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

describe('the workers', () => {
  test('serve other runs while sources misbehave', async () => {
    const bombs = [
      body('while (true) {}'),
      body('return underwrite()'),
      body('let t = "x"\nwhile (true) t += t'),
    ]
    const hostile = Array.from({ length: 12 }, (_, index) => sandbox.run(bombs[index % 3] ?? '', {}))
    const honest = Array.from({ length: 12 }, (_, n) => sandbox.run(body('return { n: input.n }'), { n }))
    expect((await Promise.all(hostile)).map((outcome) => outcome.ok)).toEqual(Array<boolean>(12).fill(false))
    expect((await Promise.all(honest)).map((outcome) => outcome.ok && outcome.result)).toEqual(
      Array.from({ length: 12 }, (_, n) => ({ n })),
    )
  })

  test('limit the memory of the process under attack', async () => {
    const bomb = body('const a = []\nwhile (true) a.push("x".repeat(1e6) + a.length)')
    await failure(bomb)
    const before = process.memoryUsage.rss()
    for (let time = 0; time < 6; time += 1) expect(await failure(bomb)).toMatchObject({ ok: false })
    expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1024 * 1024)
  })

  test('let a valid run finish on a busy machine', async () => {
    const work = body('let n = 0\nfor (let i = 0; i < 4e6; i += 1) n += i\nreturn { n }')
    const alone = await sandbox.run(work, {})
    if (!alone.ok) throw new Error(alone.message)
    const crowd = Array.from({ length: 6 * availableParallelism() }, () => {
      return new Worker('for (;;) {}', { eval: true })
    })
    onTestFinished(async () => void (await Promise.all(crowd.map((worker) => worker.terminate()))))
    const deadlineMs = Math.round(2.5 * alone.milliseconds)
    const fair = createSandbox({ workers: 1, deadlineMs, maxElapsedMs: 60_000 })
    onTestFinished(() => fair.close())
    await fair.warm()
    const began = performance.now()
    expect(await fair.run(work, {})).toMatchObject({ ok: true })
    // So many runs compete for the CPU that the run takes longer than its CPU limit.
    expect(performance.now() - began).toBeGreaterThan(deadlineMs)
  })

  test('end a run that gets no CPU time', async () => {
    const hurried = createSandbox({ workers: 1, deadlineMs: 60_000, maxElapsedMs: 200 })
    onTestFinished(() => hurried.close())
    await hurried.warm()
    const outcome = await hurried.run(body('while (true) {}'), {})
    expect(outcome).toMatchObject({ ok: false, kind: 'timeout' })
  })

  test('run active sources while trials wait for each other', async () => {
    const pair = createSandbox({ workers: 2 })
    onTestFinished(() => pair.close())
    await pair.warm()
    let ended = 0
    const trials = Array.from({ length: 4 }, () =>
      pair.run(body('while (true) {}'), {}, { trial: true }).then(() => (ended += 1)),
    )
    for (let n = 0; n < 20; n += 1)
      expect(await pair.run(body('return { n: input.n }'), { n })).toMatchObject({ result: { n } })
    expect(ended).toBeLessThan(4)
    await Promise.all(trials)
  })

  test('reject runs when the queue is full, and after they are closed', async () => {
    const small = createSandbox({ workers: 1, deadlineMs: 300, maxQueue: 2 })
    onTestFinished(() => small.close())
    const runs = Array.from({ length: 6 }, () => small.run(body('while (true) {}'), {}))
    const kinds = (await Promise.all(runs)).map((outcome) => (outcome.ok ? 'ok' : outcome.kind))
    expect(kinds.filter((kind) => kind === 'busy').length).toBeGreaterThanOrEqual(3)
    expect(kinds.filter((kind) => kind === 'timeout').length).toBeGreaterThanOrEqual(1)
    await small.close()
    expect(await small.run(body('return {}'), {})).toMatchObject({ ok: false, kind: 'busy' })
  })
})

describe('a sandbox whose workers cannot start', () => {
  test('reports it, and rejects runs as retryable, without details of the machine', async () => {
    const onFailure = vi.fn<(error: Error) => void>()
    const broken = createSandbox({ workers: 2, memoryMb: 1, onFailure }) // less than the interpreter's initial memory
    onTestFinished(() => broken.close())
    await broken.warm()
    expect(onFailure.mock.calls.map(([{ name }]) => name)).toEqual(['RangeError', 'RangeError'])
    const refusal = {
      ok: false,
      kind: 'busy',
      message: 'Underwriting is not available at the moment. Please try again in a moment.',
    }
    expect(await broken.run(engineSource, {})).toMatchObject(refusal)
    const several = await Promise.all(Array.from({ length: 5 }, () => broken.compile(engineSource)))
    for (const outcome of several) expect(outcome).toMatchObject(refusal)
  })
})
