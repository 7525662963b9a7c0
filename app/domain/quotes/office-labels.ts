import { questions } from './questions'

const labels = new Map(questions.map(({ name, label, office }) => [name, office.label ?? label]))

/** Returns the label that a question has in the back office; of an unknown one, its name. */
export function officeLabel(name: string) {
  return labels.get(name) ?? name
}
