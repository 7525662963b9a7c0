import { useEffect, useState, type ChangeEvent, type RefObject } from 'react'

/**
 * Returns the ids of the checked rows of a list, whose checkboxes belong to `form` and are named 'chosen-' and an id, and keeps them and the form's
 * checkbox `all` in sync.
 */
export function useChoices(form: RefObject<HTMLFormElement>) {
  const [chosen, setChosen] = useState<readonly string[]>([])

  const boxes = () =>
    [...(form.current?.elements ?? [])].filter(
      (element): element is HTMLInputElement =>
        element instanceof HTMLInputElement && element.name.startsWith('chosen-'),
    )
  const readChosen = () =>
    setChosen(
      boxes()
        .filter(({ checked }) => checked)
        .map(({ name }) => name.slice('chosen-'.length)),
    )
  const chooseAll = ({ target: { checked } }: ChangeEvent<HTMLInputElement>) => {
    for (const box of boxes()) box.checked = checked
    readChosen()
  }

  // Unchecking a row unchecks the checkbox for all.
  useEffect(() => {
    const first = setTimeout(readChosen) // those that the server, or the browser after Back, has checked
    const follow = ({ target }: Event) => {
      const all = form.current?.elements.namedItem('all')
      if (!(target instanceof HTMLInputElement) || !target.name.startsWith('chosen-')) return
      readChosen()
      if (all instanceof HTMLInputElement) all.checked = boxes().every(({ checked }) => checked)
    }
    const clear = ({ target }: Event) => {
      if (target === form.current) setChosen([])
    }
    document.addEventListener('change', follow)
    document.addEventListener('reset', clear)
    return () => {
      clearTimeout(first)
      document.removeEventListener('change', follow)
      document.removeEventListener('reset', clear)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the boxes are looked up at each event
  }, [])
  return { chosen, chooseAll }
}
