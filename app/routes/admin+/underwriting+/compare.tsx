import { json, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import {
  changeText,
  compareResults,
  decisionPart,
  onlyDifferences,
  type ComparedPart,
} from '~/domain/underwriting/comparison'
import { compareInputs } from '~/domain/underwriting/input-comparison'
import { findInput, findResult, listComparable } from '~/domain/underwriting/underwriting.server'
import { parseId, resultDigits } from '~/domain/ids'
import type { FieldError } from '~/domain/parse-fields'
import { findEnding } from '~/domain/quotes/ending.server'
import { readOrigin } from '~/domain/quotes/origin'
import { findQuote } from '~/domain/quotes/quotes.server'
import { notFoundPage } from '~/http/problem.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Badge } from '~/ui/badge'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { formState } from '~/ui/form-result'
import { GetForm } from '~/ui/get-form'
import { Table } from '~/ui/table'
import { Unset } from '~/ui/unset'

import { EndedNotice } from '../parts/ended-notice'
import { compareFormId, withTicked } from './parts/compare-form'
import { PriceChange } from './parts/price-change'

const missing = 'Underwriting result not found.'
type Pair = Awaited<ReturnType<typeof listComparable>>[number]

const noErrors: FieldError[] = []
/** The quotes that the page offers to compare. */
const maxPairs = 20

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Compare two results', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const params = new URL(request.url).searchParams
  // The checkboxes of a list share one name.
  const ticked = params.getAll('result')
  if (ticked.length === 2)
    throw redirect(`/admin/underwriting/compare?${new URLSearchParams({ a: ticked[0]!, b: ticked[1]! })}`)
  const [a, b] = [params.get('a'), params.get('b')]
  const from = params.get('from')
  if (ticked.length > 0 || (from !== null && a === null && b === null))
    return formPage(
      [
        {
          path: '',
          message:
            ticked.length > 2
              ? `Tick two results alone to compare them: ${ticked.length} are ticked.`
              : 'Tick two results to compare them.',
        },
      ],
      from === null ? null : `${withTicked(readOrigin(from).url, ticked)}#${compareFormId}`,
    )
  if (a === null && b === null) return formPage()
  const [first, second] = await Promise.all([findNamed(a), findNamed(b)])
  if ('message' in first || 'message' in second) {
    const errors = Object.entries({ a: first, b: second }).flatMap(([path, found]) =>
      'message' in found ? [{ path, message: found.message }] : [],
    )
    return formPage(errors)
  }
  const [one, other] = first.id <= second.id ? [first, second] : [second, first] // older first
  if (one.quote_submission_id !== other.quote_submission_id) {
    const message = `Result ${one.id} is of quote Q-${one.quote_submission_id} and result ${other.id} of Q-${other.quote_submission_id}. Only results of one quote can be compared.`
    return formPage([{ path: '', message }])
  }
  const inputs = await Promise.all([findInput(db, one.id), findInput(db, other.id)])
  if (!inputs[0] || !inputs[1]) throw notFoundPage(missing)
  const all = compareResults(one, other)
  const differing = onlyDifferences(all)
  const isWhole = params.get('all') === 'yes'
  const changes = compareInputs(inputs[0], inputs[1])
  const quote = one.quote_submission_id
  const application = await findQuote(db, quote)
  const ending = application && (await findEnding(db, application))
  const [before, after] = [one, other].map(({ decision, monthly_premium }) => ({
    decision,
    monthly: monthly_premium ?? 0,
  }))
  const compared = {
    a: one.id,
    b: other.id,
    quote,
    name: application?.name,
    ending,
    changes,
    isWhole,
    before: before!,
    after: after!,
    parts: isWhole ? all : differing,
    differences: changes.length + differing.flatMap(({ rows }) => rows).length,
  }
  return json({ errors: noErrors, back: null, compared, pairs: [] })
}

/** Returns the result with a typed number, or its error. */
async function findNamed(text: string | null) {
  const digits = resultDigits(text ?? '')
  if (/^q\W?\d/i.test(digits))
    return { message: `${digits.slice(0, 20)} is a quote: enter the number of one of its results` }
  const id = parseId(digits)
  if (id === null) return { message: 'Enter the number of a result, such as 12' }
  return (await findResult(db, id)) ?? { message: `There is no result ${id}` }
}

/** Shows the form and what can be compared. `back` is the URL of the list of results that it was opened from, if any. */
async function formPage(errors: FieldError[] = [], back: string | null = null) {
  const pairs = await listComparable(db, maxPairs)
  return json({ errors, back, compared: null, pairs }, { status: errors.length > 0 ? 422 : 200 })
}

export default function Compare() {
  const { errors, back, compared, pairs } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const { field } = formState({ errors })
  if (compared === null)
    return (
      <AdminPage title="Compare two results" tool="Compare">
        <ErrorSummary errors={errors} />
        {back === null ? null : (
          <p className="button-row">
            <ButtonLink to={back}>Back to the list</ButtonLink>
          </p>
        )}
        {back !== null ? (
          <p>Or name two results of one quote by their numbers:</p>
        ) : pairs.length > 0 ? (
          <p>Compare the last two results of a quote, or name two of its results by their numbers.</p>
        ) : (
          <p>
            Name two results of one quote. Their numbers are in{' '}
            <Link to="/admin/underwriting/results">all results</Link>.
          </p>
        )}
        <GetForm className="toolbar" key={String(params)}>
          {(['a', 'b'] as const).map((name, index) => (
            <TextField
              key={name}
              label={name === 'a' ? 'First result' : 'Second result'}
              {...field(name, params.get(name) ?? params.getAll('result')[index] ?? '')}
              inputMode="numeric"
              maxLength={20}
              autoComplete="off"
              required
              width="short"
            />
          ))}
          <Button type="submit" variant={back === null ? 'primary' : 'secondary'}>
            Compare
          </Button>
        </GetForm>
        {pairs.length > 0 ? <Pairs pairs={pairs} /> : null}
      </AdminPage>
    )
  const { a, b, quote, name, ending, before, after, parts, changes, differences, isWhole } = compared
  const isAboutPrice = ({ title }: ComparedPart) => title === decisionPart
  const part = (compared: ComparedPart) => (
    <Part key={compared.title} {...compared} a={a} b={b} marked={isWhole} />
  )
  return (
    <AdminPage
      title={`${name ?? 'The applicant'}, Q-${quote}: results ${a} and ${b} compared`}
      tool="Compare"
      breadcrumbs={[{ label: `Quote Q-${quote}`, to: `/admin/underwriting/quote/${quote}` }]}
    >
      <EndedNotice ending={ending} quoteId={quote} />
      <p className="compared-answer">
        <PriceChange now={before} changed={after} same=", in both results" />
      </p>
      <p>
        {differences === 0
          ? 'The results are the same, apart from the time at which they were made.'
          : differences === 1
            ? 'One line differs.'
            : `${differences} lines differ.`}
      </p>
      <p className="link-row">
        <Link to={`/admin/underwriting/result/${a}`}>Result {a}</Link>
        <Link to={`/admin/underwriting/result/${b}`}>Result {b}</Link>
        <Link to={`?a=${a}&b=${b}${isWhole ? '' : '&all=yes'}`} preventScrollReset>
          {isWhole ? 'Show differences only' : 'Show all rows'}
        </Link>
      </p>
      <div className="compared">
        {parts.filter(isAboutPrice).map(part)}
        <Card title="What they were made from">
          <Table
            caption={`Values that differ between what result ${a} and result ${b} were made from`}
            captionHidden
            dense
            rows={changes.map((change, index) => ({ ...change, index }))}
            rowKey={({ index }) => index}
            empty={<p>Both were made from the same configuration, application and day.</p>}
            columns={[
              { header: 'Table', cell: ({ table }) => table },
              { header: 'Row', cell: ({ row }) => row || 'N/A' },
              { header: 'Column', rowHeader: true, cell: ({ column }) => column },
              { key: 'a', header: `Result ${a}`, cell: ({ one }) => <Side text={one} none="No such row" /> },
              {
                key: 'b',
                header: `Result ${b}`,
                cell: ({ other }) => <Side text={other} none="No such row" />,
              },
              { header: 'Change', numeric: true, cell: ({ one, other }) => changeText(one, other) },
            ]}
          />
        </Card>
        {parts.filter((compared) => !isAboutPrice(compared)).map(part)}
      </div>
    </AdminPage>
  )
}

/** The quotes with results to compare, each with a link that compares the last two. */
function Pairs({ pairs }: { pairs: readonly Pair[] }) {
  return (
    <Table
      caption="Quotes with several results, newest first"
      dense
      rows={pairs}
      rowKey={({ quote }) => quote}
      columns={[
        {
          header: 'Quote',
          phone: 'first',
          cell: ({ quote }) => <Link to={`/admin/underwriting/quote/${quote}`}>{`Q-${quote}`}</Link>,
        },
        { header: 'Name', rowHeader: true, phone: 'title', cell: ({ name }) => name },
        { header: 'Results', phone: 'second', cell: ({ older, newer }) => `${older} and ${newer}` },
        {
          header: 'Actions',
          phone: 'mark',
          cell: ({ quote, older, newer }) => (
            <Link to={`/admin/underwriting/compare?a=${older}&b=${newer}`}>
              Compare<span className="visually-hidden"> the results of Q-{quote}</span>
            </Link>
          ),
        },
      ]}
    />
  )
}

type PartProps = ComparedPart & {
  a: number
  b: number
  /** Marks the lines that differ. */
  marked: boolean
}

function Part({ title, rows, a, b, marked }: PartProps) {
  return (
    <Card title={title}>
      <Table
        caption={`${title}, of result ${a} and of result ${b}`}
        captionHidden
        dense
        rows={rows.map((row, index) => ({ ...row, index }))}
        rowKey={({ index }) => index}
        empty={<p>Neither result has any.</p>}
        columns={[
          {
            header: 'Line',
            rowHeader: true,
            cell: ({ name, differs }) => (
              <>
                {name} {marked && differs ? <Badge tone="yellow">Differs</Badge> : null}
              </>
            ),
          },
          {
            key: 'a',
            header: `Result ${a}`,
            cell: ({ one, differs }) => <Side text={one} strong={marked && differs} />,
          },
          {
            key: 'b',
            header: `Result ${b}`,
            cell: ({ other, differs }) => <Side text={other} strong={marked && differs} />,
          },
          { header: 'Change', numeric: true, cell: ({ one, other }) => changeText(one, other) },
        ]}
      />
    </Card>
  )
}

function Side({
  text,
  strong = false,
  none = <Unset />,
}: {
  text: string
  strong?: boolean
  none?: ReactNode
}) {
  const value = text || none
  return strong && text ? <strong>{value}</strong> : <>{value}</>
}
