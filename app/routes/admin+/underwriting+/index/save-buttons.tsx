import type { ReactNode } from 'react'

import { engineTrials } from '~/content/engine'
import type { Collection } from '~/domain/configuration/collections'
import { Button, ButtonLink } from '~/ui/button'
import { useSentFields } from '~/ui/use-is-sending'

type Props = {
  collection: Collection
  /** The id of the edited record; null for a new one. */
  id: number | null
  /** The label of the button that saves. */
  label: string
  /** The URL of Cancel. */
  closed: string
  /** Who releases a change; null if changes never wait for a release. */
  releaseBy: 'one' | 'two' | null
  children?: ReactNode
}

/** The buttons of a record's form, and their effect on prices. On a phone those of the first row stay visible. */
export function SaveButtons({ collection, id, label, closed, releaseBy, children }: Props) {
  const sent = useSentFields()
  const isSending =
    sent?.get('collection') === collection.slug && sent.get('id') === (id === null ? null : String(id))
  const see = isSending ? sent?.get('see') : undefined
  const isSaving = isSending && see === null
  const other = (value: string, text: string, busyLabel: string) => (
    <Button
      type="submit"
      name="see"
      value={value}
      variant="secondary"
      disabled={isSending}
      busy={see === value}
      busyLabel={busyLabel}
    >
      {text}
    </Button>
  )
  return (
    <>
      <div className="button-row form-save">
        <Button type="submit" disabled={isSending} busy={isSaving} busyLabel="Saving...">
          {label}
        </Button>
        {releaseBy === null ? null : other('impact', 'See the impact', 'Starting...')}
        <ButtonLink to={closed} variant="secondary" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
      {releaseBy === null && !children ? null : (
        <div className="button-row form-more">
          {releaseBy === 'one' ? other('release', 'Add to a release', 'Adding...') : null}
          {children}
          {releaseBy === null ? null : (
            <span className="hint">
              {releaseBy === 'two'
                ? 'A proposal waits for another admin.'
                : 'What you save goes live at once.'}
            </span>
          )}
        </div>
      )}
      {releaseBy === null ? null : (
        <p className="hint save-progress" role="status">
          {isSaving ? engineTrials.values : ''}
        </p>
      )}
    </>
  )
}
