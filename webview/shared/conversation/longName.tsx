import { Fragment } from 'preact';

/** More parts than a name has that a person gave. */
const most = 100;

/** A path or a tool's name that, where it does not fit on a line, goes on after one of its slashes or underscores. */
export function LongName({ name }: { name: string }) {
  const parts = name.split(/(?<=[/\\]|_(?!_))/, most + 1);
  if (parts.length > most) return <>{name}</>;
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
