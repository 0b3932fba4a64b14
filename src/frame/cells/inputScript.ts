/**
 * Replaces the value of an input by a control, and sends each change to the kernel through its own
 * channel. JupyterLab has no widgets of its own, but each of its pages contains the address of the
 * kernel.
 */
export const INPUT_SCRIPT = `<script>(()=>{` +
  `const page=document.getElementById("jupyter-config-data"),config=page&&JSON.parse(page.textContent),` +
  `sockets=window.lifeframeSockets??={},name=()=>Math.random().toString(36).slice(2);` +
  `for(const box of document.querySelectorAll(".lifeframe-input:not([data-on])")){box.dataset.on="";` +
  `const{id,kernel,value,type,choices,...limits}=JSON.parse(box.dataset.input),note=document.createElement("small"),` +
  `control=document.createElement(choices?"select":"input");` +
  `if(choices)control.append(...choices.map(each=>new Option(each,each)));else Object.assign(control,{type,...limits});` +
  `control.value=value;control.ariaLabel=box.querySelector("b").textContent;` +
  `const shown=box.querySelector("span");if(type==="range")shown.before(control," ");else shown.replaceChildren(control);` +
  `control.oninput=()=>{if(type==="range")shown.textContent=control.value};note.role="status";box.append(" ",note);` +
  `if(!kernel||!config){control.disabled=true;note.textContent="To change this, run the cell in JupyterLab with the kernel Deno (lifeframe).";continue}` +
  `if(window.lifeframeInput===id)control.focus();` +
  `control.onchange=async()=>{window.lifeframeInput=id;note.textContent="…";let socket=sockets[kernel];` +
  `if(!(socket?.readyState<2)){const url=new URL(config.baseUrl+"api/kernels/"+kernel+"/channels",config.wsUrl||location.href);` +
  `url.protocol=url.protocol.replace("http","ws");if(config.token)url.searchParams.set("token",config.token);` +
  `socket=sockets[kernel]=new WebSocket(url)}` +
  `if(socket.readyState===0)await new Promise(done=>{socket.addEventListener("open",done);socket.addEventListener("error",done)});` +
  `const msg_id=name();socket.addEventListener("message",({data})=>{const{parent_header:from,content}=JSON.parse(data);` +
  `if(from?.msg_id!==msg_id||!content?.data)return;` +
  `if(content.data.missing)note.textContent="The kernel no longer knows this: run the cell again.";` +
  `else setTimeout(()=>{if(box.isConnected)note.textContent="Run the cell again to see the change."},2000)});` +
  `socket.send(JSON.stringify({channel:"shell",header:{msg_id,msg_type:"comm_msg",session:name(),username:"",version:"5.3",` +
  `date:new Date().toISOString()},parent_header:{},metadata:{},buffers:[],content:{comm_id:"lifeframe.input",data:{id,value:control.value}}}))}` +
  `}})()</script>`;
