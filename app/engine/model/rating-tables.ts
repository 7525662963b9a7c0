// Computed from db/reference by `npm run model -- --write`. Do not edit.

import type { RatingTable } from './tables'

export const ratingTables: readonly RatingTable[] = [
  {
    name: 'industry',
    label: 'Industry',
    input: 'industry',
    basis: 'data',
    kind: 'choice',
    rows: [
      {
        key: 'Construction',
        multiplier: 1.6549,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Education and Health Services',
        multiplier: 0.66119,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Financial Activities',
        multiplier: 1.1699,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Government',
        multiplier: 0.21889,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Information',
        multiplier: 1.7558,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Leisure and Hospitality',
        multiplier: 1.2062,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Manufacturing',
        multiplier: 1.9232,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Mining and Logging',
        multiplier: 1.5771,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Other Services',
        multiplier: 0.82945,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Professional and Business Services',
        multiplier: 0.91796,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Retail Trade',
        multiplier: 1.0855,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Transportation and Warehousing',
        multiplier: 1.0964,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Utilities',
        multiplier: 1.0964,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
      {
        key: 'Wholesale Trade',
        multiplier: 0.78641,
        source: 'claim model, over the mean of the population; makes the mean product 1',
      },
    ],
  },
  {
    name: 'tenure',
    label: 'Years with the employer',
    input: 'employment_length',
    basis: 'data',
    kind: 'range',
    rows: [
      { from: null, to: 3, multiplier: 1.6401, source: 'claim model, over the mean of the population' },
      { from: 3, to: null, multiplier: 0.68335, source: 'claim model, over the mean of the population' },
    ],
  },
  {
    name: 'education',
    label: 'Education',
    input: 'education',
    basis: 'data',
    kind: 'choice',
    rows: [
      { key: 'High School', multiplier: 1.0399, source: 'claim model, over the mean of the population' },
      { key: 'Some College', multiplier: 1.0715, source: 'claim model, over the mean of the population' },
      { key: 'Associate', multiplier: 1.0715, source: 'claim model, over the mean of the population' },
      { key: 'Bachelor', multiplier: 0.9139, source: 'claim model, over the mean of the population' },
      { key: 'Master', multiplier: 0.9139, source: 'claim model, over the mean of the population' },
      { key: 'Doctorate', multiplier: 0.9139, source: 'claim model, over the mean of the population' },
    ],
  },
  {
    name: 'credit_score',
    label: 'Credit score',
    input: 'credit_score',
    basis: 'judgement',
    kind: 'range',
    rows: [
      { from: null, to: 580, multiplier: 1.0397, source: 'judgement' },
      { from: 580, to: 670, multiplier: 1.0197, source: 'judgement' },
      { from: 670, to: 740, multiplier: 0.99974, source: 'judgement' },
      { from: 740, to: null, multiplier: 0.97975, source: 'judgement' },
    ],
  },
  {
    name: 'bankruptcy',
    label: 'Bankruptcy history',
    input: 'bankruptcy_history',
    basis: 'judgement',
    kind: 'choice',
    rows: [
      { key: 'None', multiplier: 0.99811, source: 'judgement' },
      { key: 'Chapter 13', multiplier: 1.0181, source: 'judgement' },
      { key: 'Chapter 7', multiplier: 1.038, source: 'judgement' },
    ],
  },
  {
    name: 'background_check',
    label: 'Background check',
    input: 'background_check',
    basis: 'judgement',
    kind: 'choice',
    rows: [
      { key: 'Clear', multiplier: 0.99817, source: 'judgement' },
      { key: 'MinorFlag', multiplier: 1.0181, source: 'judgement' },
      { key: 'MajorFlag', multiplier: 1.0381, source: 'judgement' },
    ],
  },
  {
    name: 'union',
    label: 'Union membership',
    input: 'union_membership',
    basis: 'judgement',
    kind: 'choice',
    rows: [
      { key: 'TRUE', multiplier: 0.98193, source: 'judgement' },
      { key: 'FALSE', multiplier: 1.002, source: 'judgement' },
    ],
  },
  {
    name: 'work_arrangement',
    label: 'Work arrangement',
    input: 'work_arrangement',
    basis: 'judgement',
    kind: 'choice',
    rows: [
      { key: 'On-site', multiplier: 0.99911, source: 'judgement' },
      { key: 'Hybrid', multiplier: 0.99911, source: 'judgement' },
      { key: 'Remote', multiplier: 1.0091, source: 'judgement' },
    ],
  },
  {
    name: 'pay_type',
    label: 'Pay type',
    input: 'pay_type',
    basis: 'judgement',
    kind: 'choice',
    rows: [
      { key: 'Salary', multiplier: 0.98775, source: 'judgement' },
      { key: 'Hourly', multiplier: 1.0077, source: 'judgement' },
      { key: 'Commission', multiplier: 1.0177, source: 'judgement' },
      { key: 'Tipped', multiplier: 1.0177, source: 'judgement' },
    ],
  },
  {
    name: 'employer_stability',
    label: "Employer's stability rating",
    input: 'employer.employer_stability_rating',
    basis: 'judgement',
    kind: 'range',
    rows: [
      { from: null, to: 4, multiplier: 1.02, source: 'judgement' },
      { from: 4, to: 7, multiplier: 1, source: 'judgement' },
      { from: 7, to: null, multiplier: 0.98, source: 'judgement' },
    ],
  },
  {
    name: 'layoff_mentions',
    label: 'Reports of layoffs',
    input: 'employer.layoff_mentions',
    basis: 'judgement',
    kind: 'range',
    rows: [
      { from: null, to: 1, multiplier: 1, source: 'judgement' },
      { from: 1, to: 4, multiplier: 1.01, source: 'judgement' },
      { from: 4, to: null, multiplier: 1.015, source: 'judgement' },
    ],
  },
  {
    name: 'financial_health',
    label: "Employer's financial health",
    input: 'employer.financial_health',
    basis: 'judgement',
    kind: 'choice',
    rows: [
      { key: 'Strong', multiplier: 0.985, source: 'judgement' },
      { key: 'Stable', multiplier: 1, source: 'judgement' },
      { key: 'Fair', multiplier: 1.005, source: 'judgement' },
      { key: 'Weak', multiplier: 1.015, source: 'judgement' },
    ],
  },
]
