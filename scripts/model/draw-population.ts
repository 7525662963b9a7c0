// `npm run model:population`: draws app/engine/population.csv. The same seed and marginals give the same file.

import { writeFileSync } from 'node:fs'

import { deriveModel } from './derivation'
import { drawPopulation } from './population'
import { readReference } from './reference'

const reference = readReference()
const people = drawPopulation(reference, deriveModel(reference))
const lines = [Object.keys(people[0] ?? {}), ...people.map((person) => Object.values(person))]
writeFileSync('app/engine/population.csv', lines.map((cells) => `${cells.join(',')}\n`).join(''))
console.log(`${people.length} people`)
