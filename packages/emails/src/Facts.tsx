import { look } from './look.ts';

export type Fact = readonly [name: string, value: string];

/** Names and values, a row each; a value turns the direction of no words beside it. */
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
