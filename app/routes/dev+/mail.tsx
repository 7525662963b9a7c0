import { json, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'

import { hiddenPageMeta } from '~/content/metadata'
import { db } from '~/db.server'
import { listMails } from '~/domain/mail/mail.server'
import { env } from '~/env.server'
import { notFoundPage } from '~/http/problem.server'
import { isLocalRequest } from '~/request-context.server'
import { AdminTime } from '~/ui/admin-time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmptyState } from '~/ui/empty-state'
import { PageHeading } from '~/ui/page-heading'

const shown = 50
const tones = { pending: 'yellow', sent: 'green', failed: 'red' } as const

export const handle = { static: true }

export const meta: MetaFunction = ({ matches }) => hiddenPageMeta('Outbox', matches)

/** Served only on the developer's own machine, since mails contain codes. */
export async function loader() {
  if (env.DATABASE_URL !== undefined || !isLocalRequest()) throw notFoundPage('Page not found')
  return json({ mails: await listMails(db, shown) })
}

export default function Outbox() {
  const { mails } = useLoaderData<typeof loader>()
  return (
    <div className="container">
      <PageHeading
        title="Outbox"
        lede={`The newest ${shown} mails of this installation, sent or not. Only this machine sees them.`}
      />
      {mails.length === 0 ? (
        <EmptyState title="No mails yet.">
          <p>What the site writes to people appears here.</p>
        </EmptyState>
      ) : null}
      {mails.map((mail) => (
        <Card
          key={mail.id}
          title={mail.subject}
          actions={<Badge tone={tones[mail.status]}>{mail.status}</Badge>}
        >
          <DescriptionList
            items={[
              { term: 'To', description: mail.recipient },
              {
                term: 'Written',
                description: <AdminTime at={mail.created_at} />,
              },
              ...(mail.attempts > 0 ? [{ term: 'Attempts', description: mail.attempts }] : []),
              ...(mail.last_error === null ? [] : [{ term: 'Last error', description: mail.last_error }]),
            ]}
          />
          <section className="json" aria-label={`Text of mail ${mail.id}`} tabIndex={0}>
            <pre>{mail.body_text}</pre>
          </section>
        </Card>
      ))}
    </div>
  )
}
