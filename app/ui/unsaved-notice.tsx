import { Button } from './button'

/** The form of the notice's button stands beside the form with the input: as its own first button it would answer to Enter. */
export const discardFormId = 'discard-unsaved'

/** Notes above a form that it has the input from an expired session, with a button to discard it. */
export function UnsavedNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="notice notice-info restored-notice">
      <p role="status">What you typed before you were logged out is back. It is not saved yet.</p>
      <Button form={discardFormId} variant="secondary" onClick={onDiscard}>
        Discard it
      </Button>
    </div>
  )
}
