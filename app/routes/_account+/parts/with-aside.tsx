import type { ReactNode } from 'react'

import { slowMailProvider } from '~/content/brand'

/** A form with related information beside it, or below it on a narrow screen. */
export function WithAside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="application">
      <div>{children}</div>
      <aside className="application-aside">{aside}</aside>
    </div>
  )
}

export function AboutOurMail() {
  return (
    <section>
      <h2>If our email does not come</h2>
      <p>
        Messages from us to {slowMailProvider} addresses may come late or land in the spam folder. Please look
        there, or use another address.
      </p>
    </section>
  )
}

export function AboutPasswords() {
  return (
    <section>
      <h2>A password that holds</h2>
      <ul>
        <li>Use it here and nowhere else.</li>
        <li>Length helps more than symbols do.</li>
        <li>Let a password manager remember it.</li>
        <li>Nobody at our company can see it, or will ask you for it.</li>
      </ul>
    </section>
  )
}
