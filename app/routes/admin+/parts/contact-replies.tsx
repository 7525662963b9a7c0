import type { listReplies } from '~/domain/contacts/replies.server'
import { adminTime } from '~/domain/formats'
import type { RowOf } from '~/ui/row-of'

export type Reply = RowOf<typeof listReplies>

/** The replies to a message, oldest first; renders nothing if there are none. */
export function ContactReplies({
  replies,
  headingLevel = 3,
}: {
  replies: readonly Reply[]
  headingLevel?: 2 | 3
}) {
  const Heading = `h${headingLevel}` as const
  if (replies.length === 0) return null
  return (
    <section id="replies" className="record-replies">
      <Heading>Replies</Heading>
      {replies.map(({ id, sent_at, sender, subject, message }) => (
        <div key={id}>
          <p>
            <strong>{subject}</strong>, {adminTime(sent_at)} UTC by {sender ?? 'somebody'}
          </p>
          <blockquote className="typed-words">{message}</blockquote>
        </div>
      ))}
    </section>
  )
}
