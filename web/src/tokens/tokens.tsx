import { yours, yoursFirst } from '../ui/yours.ts'
import { maxLiveTokens } from '../../../lib/contract/limits.ts'
import { useIsBound, useMay } from '../data/api.ts'
import { ChangeScope } from '../ui/change.tsx'
import { ListHead } from '../ui/list-head.tsx'
import { Unloaded } from '../ui/states.tsx'
import '../style/pages.css'
import '../style/trash.css'
import '../style/tokens.css'
import { ConnectAgent } from './connect-agent.tsx'
import { NewToken } from './new-token.tsx'
import { TokenTable } from './token-table.tsx'
import { useTokens } from './use-tokens.ts'

/** The tokens of the account. */
export function Tokens() {
  const mayManage = useMay('admin')
  const isBound = useIsBound()
  return (
    <div class="page">
      {mayManage ? (
        <ChangeScope.Provider value="admin">
          <ListHead title="Tokens" label="New token" dialog={(onClose) => <NewToken onClose={onClose} />} />
          <p class="muted">
            A token lets a program, or a person on this page, use the account. At most {maxLiveTokens} are
            live.
            {isBound &&
              ` ${yoursFirst('membership')} is bound to projects: it sees and makes only tokens that are bound to these, or to some of them.`}
          </p>
          <ConnectAgent />
          <TokenList />
        </ChangeScope.Provider>
      ) : (
        <>
          <h1>Tokens</h1>
          <p class="state">Managing tokens needs the scope admin, which {yours('role')} lacks.</p>
        </>
      )}
    </div>
  )
}

function TokenList() {
  const tokens = useTokens()
  return tokens.data ? <TokenTable {...tokens.data} /> : <Unloaded query={tokens} />
}
