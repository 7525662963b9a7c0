import { mailTime } from '~/domain/mail-time'
import { AccordionMark } from '~/ui/accordion-mark'

type Mail = { id: number; created_at: string; recipient: string; subject: string; body: string }

export function MailList({ mails }: { mails: readonly Mail[] }) {
  return (
    <div className="accordion">
      <details>
        <summary>
          <h2>Email Communications</h2>
          <AccordionMark />
        </summary>
        <div className="accordion-answer">
          {mails.length === 0 ? <p>We have not sent you any email yet.</p> : null}
          {mails.map(({ id, created_at, recipient, subject, body }) => (
            <details key={id}>
              <summary>
                <h3>{subject}</h3>
                <AccordionMark />
              </summary>
              <div className="accordion-answer">
                <p className="hint">
                  To {recipient}, {mailTime(created_at)} UTC. Codes and links that log in are hidden here.
                </p>
                {body.trim() === '' ? (
                  <p>The content of this email could not be read.</p>
                ) : (
                  body
                    .trim()
                    .split(/\n{2,}/)
                    .map((paragraph, index) => <p key={index}>{paragraph}</p>)
                )}
              </div>
            </details>
          ))}
        </div>
      </details>
    </div>
  )
}
