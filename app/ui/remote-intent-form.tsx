import { ActionAlert } from './action-alert'
import { ButtonForm, type IntentFormProps } from './intent-form'
import { useActionFetcher } from './use-action-fetcher'
import { usePreloadedPage } from './use-preloaded-page'

/** A form of one button that is posted to another page. With JavaScript this page is kept, and shows errors. */
export function RemoteIntentForm(props: IntentFormProps) {
  const fetcher = useActionFetcher()
  usePreloadedPage(props.action)
  const busy = fetcher.isSending
  return (
    <>
      {busy ? null : <ActionAlert formResult={fetcher.data} />}
      <ButtonForm {...props} as={fetcher.Form} busy={busy} />
    </>
  )
}
