import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'

import { pageTitle } from '~/content/titles'
import { db } from '~/db.server'
import { questionEffects } from '~/domain/engine-versions/effects.server'
import { movesPrice, percent, type QuestionEffect } from '~/domain/quotes/question-effects'
import { questions } from '~/domain/quotes/questions'
import { sandbox } from '~/domain/underwriting/sandbox.server'
import { requireAdmin } from '~/http/session.server'
import { AdminPage } from '~/ui/admin-frame'
import { Table } from '~/ui/table'

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle('Effect of the questions', matches) }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return json({ effects: await questionEffects(db, sandbox) })
}

export default function Questions() {
  const { effects } = useLoaderData<typeof loader>()
  const effectRows = questions.flatMap(({ name, label, office }) => {
    const effect = effects?.[name]
    return effect ? [{ name, label: office.label ?? label, ...effect }] : []
  })
  const unused = questions.filter(({ name }) => !effectRows.some((row) => row.name === name))
  return (
    <AdminPage title="Effect of the questions" tool="Questions">
      {effects === null ? (
        <p>
          The effects under the version in use are being computed.{' '}
          <Link to="/admin/underwriting/questions">Look again</Link> in a few seconds.
        </p>
      ) : (
        <>
          <p>
            What answers change under the engine in use: 40 people of the bundled population were run with
            each answer, all others equal. The application says the same beside each question.
          </p>
          <Effects rows={effectRows.toSorted((one, other) => other.price - one.price)} />
          <h2>Answers that the engine never receives</h2>
          <p>{unused.map(({ label, office }) => office.label ?? label).join(', ')}.</p>
        </>
      )}
    </AdminPage>
  )
}

/** A share in percent. Zero is muted. */
function Share({ value }: { value: number }) {
  return value === 0 ? <span className="unset">{percent(value)}</span> : <>{percent(value)}</>
}

type Row = QuestionEffect & { name: string; label: string }

function Effects({ rows }: { rows: Row[] }) {
  const idle = rows.filter((row) => !movesPrice(row) && row.tier === 0 && row.decision === 0)
  return (
    <>
      <div className="effects">
        <Table
          caption="Effect of each question, the largest first"
          captionHidden
          dense
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { header: 'Question', rowHeader: true, cell: ({ label }) => label },
            { header: 'Price, at most', numeric: true, cell: ({ price }) => <Share value={price} /> },
            { header: 'Price, typically', numeric: true, cell: ({ typical }) => <Share value={typical} /> },
            { header: 'Another tier', numeric: true, cell: ({ tier }) => <Share value={tier} /> },
            { header: 'Another decision', numeric: true, cell: ({ decision }) => <Share value={decision} /> },
          ]}
        />
      </div>
      <p className="hint">
        Price: the highest over the lowest for the same person, tier and cover. Tier and decision: the people
        for whom an answer changes them.
      </p>
      {idle.length > 0 ? (
        <p>{`The engine receives these and they move nothing: ${idle.map(({ label }) => label).join(', ')}.`}</p>
      ) : null}
    </>
  )
}
