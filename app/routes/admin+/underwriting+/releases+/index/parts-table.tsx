import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

import { counted, signedMoney } from '~/domain/formats'
import type { PartImpact } from '~/domain/impacts/impacts.server'
import { Button } from '~/ui/button'
import { ErrorMessage } from '~/ui/field'
import { Form } from '~/ui/form'
import { RowChoice } from '~/ui/row-choice'
import { Table, type TableColumn } from '~/ui/table'

import { WithdrawButton } from '../parts/withdraw-button'

/** A change or a version that can be part of a release. */
export type WaitingPart = {
  key: string
  /** The name of its checkbox. */
  input: string
  label: string
  link: ReactNode
  summary: string
  /** Why it cannot be selected; null if it can. */
  obstacle: string | null
  /** Whether another change of its record waits too. */
  rival: boolean
  author: string | null
  created: string
  note: string | null
  /** The URL of its page, which starts a run over all quotes. */
  page: string
  /** The result of the newest run over all quotes, or null. */
  impact: PartImpact | null
  /** The id of a change that the signed-in admin may withdraw. */
  withdraw: number | null
}

/** The forms that run a part over all quotes. Their buttons are in the table, which is inside the form of the release. */
export function ImpactForms({ parts }: { parts: readonly WaitingPart[] }) {
  return parts.map(({ key, page }) => (
    <Form key={key} id={impactFormId(key)} method="post" action={page}>
      <input type="hidden" name="intent" value="impact" />
    </Form>
  ))
}

function impactFormId(key: string) {
  return `impact-${key.replace(' ', '-')}`
}

const impact: TableColumn<WaitingPart> = {
  header: 'Impact',
  cell: ({ key, label, impact: found }) => (
    <>
      {found ? <Link to={`/admin/underwriting/impact/${found.id}`}>{impactText(found)}</Link> : null}{' '}
      <Button type="submit" form={impactFormId(key)} variant="quiet">
        {found ? 'Run again' : 'Run over all quotes'}
        <span className="visually-hidden">: {label}</span>
      </Button>
    </>
  ),
}

/** Summarizes a run: '8 of 31 quotes, +$24.10 a month'. */
export function impactText({ moved, quotes, dollars }: PartImpact) {
  const ofAll = `${moved.toLocaleString('en-US')} of ${counted(quotes, 'quote')}`
  return moved === 0
    ? `No premium of ${counted(quotes, 'quote')} changes`
    : `${ofAll}, ${signedMoney(dollars)} a month`
}

const withdrawal: TableColumn<WaitingPart> = {
  header: 'Yours',
  cell: ({ withdraw, label }) =>
    withdraw === null ? null : <WithdrawButton id={withdraw} title={label} inRow />,
}

/** The waiting parts, each with a checkbox of the form. `values` are those of a rejected form. */
export function PartsTable({
  parts,
  values,
  error,
}: {
  parts: readonly WaitingPart[]
  values: Record<string, string>
  /** Why the selection was rejected. */
  error: string | undefined
}) {
  const table = (
    <Table
      caption="What waits for a release"
      captionHidden
      dense
      rows={parts}
      rowKey={({ key }) => key}
      columns={[
        {
          header: 'Choose',
          cell: ({ input, label, obstacle }) =>
            obstacle === null && (
              <RowChoice
                label={label}
                name={input}
                id={input}
                value="yes"
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? 'parts-error' : undefined}
                defaultChecked={values[input] === 'yes'}
              />
            ),
        },
        {
          header: 'What',
          rowHeader: true,
          cell: ({ link, obstacle, rival }) => (
            <>
              {link}
              {obstacle ? <span className="cell-note">{obstacle}</span> : null}
              {rival && !obstacle ? (
                <span className="cell-note">
                  Another change of it waits too: release one, withdraw the other
                </span>
              ) : null}
            </>
          ),
        },
        {
          header: 'Change',
          cell: ({ summary, note }) => (
            <>
              {summary}
              {note ? <span className="cell-note">{note}</span> : null}
            </>
          ),
        },
        {
          header: 'Proposed',
          cell: ({ created, author }) => (
            <>
              <span className="on-one-line">{created}</span>
              <span className="cell-note">{author ?? 'A deleted account'}</span>
            </>
          ),
        },
        impact,
        ...(parts.some(({ withdraw }) => withdraw !== null) ? [withdrawal] : []),
      ]}
    />
  )
  return (
    <>
      <ErrorMessage id="parts" error={error} />
      {table}
    </>
  )
}
