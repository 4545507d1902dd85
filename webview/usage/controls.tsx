import { useId } from 'preact/hooks';
import type { UsageQuery, UsageView } from '../../src/shared/usageContract';
import { type PeriodName, periodNames } from '../../src/shared/usagePeriods';
import { periodWords, words } from './words';

interface ControlsProps {
  readonly view: UsageView;
  readonly query: UsageQuery;
  onChange(query: UsageQuery): void;
}

/** Says which sessions, which days, and which part of them. */
export function Controls({ view, query, onChange }: ControlsProps) {
  const choosePeriod = (period: PeriodName): void => {
    // A custom period begins as the one that was shown.
    const { since, until } = view.days;
    onChange({ ...query, period, custom: period === 'custom' ? { since: since ?? view.bars[0]?.since ?? view.today, until: until ?? view.today } : query.custom });
  };
  const chooseDay = (name: 'since' | 'until', day: string): void => {
    if (day !== '') onChange({ ...query, custom: { ...query.custom, [name]: day } });
  };
  return (
    <form class="controls" onSubmit={(event) => event.preventDefault()}>
      <Choice label={words.scope()} value={query.scope} options={[['folders', words.folders()], ['everywhere', words.everywhere()]]} onChange={(scope) => onChange({ ...query, scope: scope === 'everywhere' ? 'everywhere' : 'folders' })} />
      <Choice label={words.period()} value={query.period} options={periodNames.map((name) => [name, periodWords[name]()])} onChange={(name) => choosePeriod(periodNames.find((each) => each === name) ?? '30')} />
      {query.period === 'custom' && (
        <>
          <DayField label={words.since()} value={query.custom.since} onChange={(day) => chooseDay('since', day)} />
          <DayField label={words.until()} value={query.custom.until} onChange={(day) => chooseDay('until', day)} />
        </>
      )}
      {(['agent', 'project', 'model'] as const).map((part) => (
        <Choice
          key={part}
          label={words[part]()}
          value={query[part] === undefined ? 'any' : `is ${query[part]}`}
          options={[['any', words.all()], ...optionsOf(view, query, part)]}
          onChange={(value) => onChange({ ...query, [part]: value === 'any' ? undefined : value.slice('is '.length) })}
        />
      ))}
    </form>
  );
}

/** What is chosen stays among the choices, also where it is not. */
function optionsOf({ choices }: UsageView, query: UsageQuery, part: 'agent' | 'project' | 'model'): [string, string][] {
  const chosen = query[part];
  const all = choices[part].map(({ name, label }): [string, string] => [`is ${name}`, label === '' ? words.notRecorded() : label]);
  return chosen === undefined || choices[part].some(({ name }) => name === chosen) ? all : [...all, [`is ${chosen}`, chosen]];
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  onChange(value: string): void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function DayField({ label, value, onChange }: { label: string; value: string | null; onChange(day: string): void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="date" value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value)} />
    </div>
  );
}
