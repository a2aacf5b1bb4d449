import { look } from './look.ts';

export type Fact = readonly [name: string, value: string];

/** Names and values, one row each; a value does not affect the text direction around it. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <table style={look.facts}>
      <tbody>
        {facts.map(([name, value]) => (
          <tr key={name}>
            <th scope="row" style={look.factName}>
              {name}
            </th>
            <td style={look.factValue}>
              <bdi>{value}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
