import { useEffect, useRef } from 'react'

import { Card } from '~/ui/card'
import { IntentForm } from '~/ui/intent-form'
import { Notice } from '~/ui/notice'

/** New recovery codes, which are shown only once. */
export function NewCodes({ codes }: { codes: readonly string[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [codes])
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\r\n')}\r\n`)}`
  return (
    <section className="card" aria-labelledby="new-codes">
      <h2 id="new-codes" ref={heading} tabIndex={-1}>
        Keep your recovery codes
      </h2>
      <Notice tone="warning" title="We show them only now">
        <p>
          Print them or put them into your password manager, not only on the phone that has the app. Each code
          logs you in once without your device. They replace any earlier codes.
        </p>
      </Notice>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <a className="button button-secondary" href={file} download="recovery-codes.txt">
        Save as a file
      </a>
    </section>
  )
}

export function RecoveryCodesCard({ left, proven }: { left: number; proven: boolean }) {
  return (
    <Card id="recovery-codes" title="Recovery codes">
      <p>
        {left === 0 ? 'None is left.' : left === 1 ? 'One is left.' : `${left} are left.`} Each logs you in
        once when you do not have your device.
        {proven && left > 0 ? ' If you have not kept them, make new ones.' : null}
      </p>
      {proven ? (
        <IntentForm action="/two-step-login" intent="renew-codes" busyLabel="Making...">
          Make new recovery codes
        </IntentForm>
      ) : null}
    </Card>
  )
}
